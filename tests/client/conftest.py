import pytest

from calor.client.access import Access
from calor.client.api import Client
from calor.client.session import Session
from calor.client.transport import Transport
from tests.client.fake_heat import fake_heat


@pytest.fixture
def heat():
    with fake_heat() as running:
        yield running


@pytest.fixture
def streaming():
    with fake_heat(streams=True) as running:
        yield running


@pytest.fixture
def transport():
    made = Transport()
    yield made
    made.close()


@pytest.fixture
def session_with(transport):
    """Make a session that gets one token after the other."""

    def made(heat, *tokens):
        given = iter(tokens)
        return Session(lambda: Access(heat.endpoint, {"X-Auth-Token": next(given)}), transport)

    return made


@pytest.fixture
def client_with(session_with):
    """Make a client of a service."""
    return lambda heat, *tokens: Client.over(session_with(heat, *tokens))
