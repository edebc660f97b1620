"""Real trusts: the work goes on after the user's token is gone."""

import pytest

from calor.cloud.identity import Identity
from calor.cloud.settings import TrustSettings
from calor.core.errors import CloudRefused
from calor.plugin.cloud import Request
from tests.cloud.callers import Person
from tests.openstack.people import trusting


@pytest.fixture
async def trustee(town):
    return await town.member()


@pytest.fixture
async def identity(town, trustee):
    clouds = trusting(town, trustee)
    yield Identity(clouds, TrustSettings(trustee=trustee))
    await clouds.close()


@pytest.fixture
async def caller(clouds, member):
    return Person(
        user_id=member.user_id,
        project_id=member.project_id,
        roles=frozenset({"member"}),
        token=await clouds.new_token(member),
    )


def trust_of(record):
    return f"/OS-TRUST/trusts/{record.body['trust_id']}"


async def test_a_trust_outlives_the_token_that_it_was_made_with(identity, caller):
    record = await identity.credential_of(caller)
    headers = {"X-Subject-Token": caller.token}
    revoke = Request(service="identity", method="DELETE", path="/auth/tokens", headers=headers)
    await identity.cloud_of(caller).send(revoke)
    later = identity.clouds.of_credential(caller.project_id, record)
    networks = Request(service="network", method="GET", path="/networks")
    assert (await later.send(networks)).status == 200
    assert await later.project() == caller.project_id
    assert (await later.login.access()).user_id == caller.user_id
    await identity.forget(record)


async def test_a_trust_that_was_given_back_lets_nobody_in(identity, caller):
    record = await identity.credential_of(caller)
    await identity.forget(record)
    await identity.forget(record)
    with pytest.raises(CloudRefused):
        await identity.clouds.of_credential(caller.project_id, record).login.token()


async def test_only_roles_that_the_user_has_can_be_handed_on(identity, caller, trustee):
    settings = TrustSettings(trustee=trustee, delegated_roles=("admin",))
    with pytest.raises(CloudRefused, match="cannot be handed on: admin"):
        await Identity(identity.clouds, settings).credential_of(caller)
