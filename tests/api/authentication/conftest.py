"""A Keystone to ask."""

import pytest

from tests.api.authentication import fake_keystone


@pytest.fixture
def keystone():
    with fake_keystone.running() as found:
        yield found
