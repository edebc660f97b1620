"""The catalog says where the orchestration API is, if it is asked and knows."""

import pytest

from calor.cloud.public_addresses import PublicAddresses
from tests.cloud.fake import ACCOUNT, Says

TOKENS = "/identity/v3/auth/tokens"


@pytest.fixture
def addresses(clouds):
    return PublicAddresses(clouds, ACCOUNT)


@pytest.fixture
def listed(fake):
    fake.services["orchestration"] = "/orchestration/v1/project-1"
    return f"{fake.url}/orchestration/v1/%(project)s"


async def test_every_project_has_its_own_address(fake, addresses, listed):
    found = await addresses()
    assert found.api == listed
    assert found.identity == fake.settings().auth_url


async def test_the_catalog_is_read_once(fake, addresses, listed):
    assert await addresses() == await addresses()
    assert len(fake.asked(TOKENS, "POST")) == 1


async def test_a_service_that_is_not_registered_is_told_of_once(addresses, caplog):
    assert (await addresses()).api is None
    assert (await addresses()).api is None
    assert caplog.text.count("no public address of a orchestration service") == 1


async def test_work_goes_on_while_keystone_is_away_which_is_asked_again(
    fake, addresses, listed, caplog
):
    fake.on("POST", TOKENS, Says(503))
    assert (await addresses()).api is None
    assert "servers are not told where the orchestration API is" in caplog.text
    fake.answers.clear()
    assert (await addresses()).api == listed
