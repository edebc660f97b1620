import pytest

from tests.client.fake_heat import fake_heat


@pytest.fixture
def heat():
    with fake_heat() as running:
        yield running


@pytest.fixture
def streaming():
    with fake_heat(streams=True) as running:
        yield running
