"""Users hand their roles on, and get them back."""

import pytest

from calor.cloud.clouds import OpenStackClouds
from calor.cloud.settings import TrustSettings
from calor.cloud.trusts import Trusts
from calor.core.errors import CloudRefused, CloudUnavailable
from tests.cloud.callers import Person
from tests.cloud.fake import ACCOUNT, Says

TRUSTS = "/identity/v3/OS-TRUST/trusts"


@pytest.fixture
async def clouds(fake):
    clouds = OpenStackClouds(fake.settings(), trustee=ACCOUNT)
    yield clouds
    await clouds.close()


@pytest.fixture
async def caller(clouds):
    return Person(token=await clouds.new_token(ACCOUNT))


async def test_a_trust_hands_all_roles_on_to_us(fake, clouds, caller):
    fake.on("POST", TRUSTS, Says(201, {"trust": {"id": "t-1"}}))
    record = await Trusts(clouds, TrustSettings(trustee=ACCOUNT)).create(caller)
    assert record.kind == "trust"
    assert record.body == {
        "trust_id": "t-1",
        "trustor_user_id": "joe-1",
        "project_id": "project-1",
    }
    (heard,) = fake.asked(TRUSTS)
    assert heard.headers["X-Auth-Token"] == caller.token
    assert heard.body["trust"] == {
        "trustor_user_id": "joe-1",
        "trustee_user_id": "id-of-joe",
        "project_id": "project-1",
        "impersonation": True,
        "allow_redelegation": False,
        "roles": [{"name": "member"}, {"name": "reader"}],
    }


async def test_a_request_of_ours_for_a_user_leaves_the_users_trust_and_never_gives_it_back(
    fake, clouds
):
    trusts = Trusts(clouds, TrustSettings(trustee=ACCOUNT))
    record = await trusts.create(Person(token="t", trust_id="t-1", trustee_id="id-of-joe"))
    assert (record.kind, record.body["trust_id"]) == ("trust", "t-1")
    await trusts.delete(record)
    assert not fake.asked(TRUSTS)
    assert not fake.asked(f"{TRUSTS}/t-1")


async def test_a_trust_in_somebody_else_is_handed_on(fake, clouds):
    token = await clouds.new_token(ACCOUNT)
    fake.on("POST", TRUSTS, Says(201, {"trust": {"id": "t-2"}}))
    caller = Person(token=token, trust_id="t-1", trustee_id="id-of-ann")
    record = await Trusts(clouds, TrustSettings(trustee=ACCOUNT)).create(caller)
    assert record.body["trust_id"] == "t-2"


async def test_an_operator_says_which_roles_are_handed_on(fake, clouds, caller):
    fake.on("POST", TRUSTS, Says(201, {"trust": {"id": "t-1"}}))
    settings = TrustSettings(trustee=ACCOUNT, delegated_roles=("owner",), may_redelegate=True)
    await Trusts(clouds, settings).create(caller)
    (heard,) = fake.asked(TRUSTS)
    assert heard.body["trust"]["roles"] == [{"name": "owner"}]
    assert heard.body["trust"]["allow_redelegation"] is True


@pytest.mark.parametrize("status", [403, 404])
async def test_roles_that_the_user_does_not_have_are_said(fake, clouds, caller, status):
    fake.on("POST", TRUSTS, Says(status, {"error": {"message": "no such role"}}))
    settings = TrustSettings(trustee=ACCOUNT, delegated_roles=("owner",))
    with pytest.raises(CloudRefused, match=r"cannot be handed on: owner; .*no such role"):
        await Trusts(clouds, settings).create(caller)


async def test_a_trust_is_given_back_once_and_a_second_time_does_no_harm(fake, clouds, caller):
    fake.on("POST", TRUSTS, Says(201, {"trust": {"id": "t-1"}}))
    fake.on("DELETE", f"{TRUSTS}/t-1", Says(204), Says(404))
    trusts = Trusts(clouds, TrustSettings(trustee=ACCOUNT))
    record = await trusts.create(caller)
    await trusts.delete(record)
    await trusts.delete(record)
    assert len(fake.asked(f"{TRUSTS}/t-1")) == 2


async def test_a_trust_that_cannot_be_given_back_now_is_told(fake, clouds, caller):
    fake.on("POST", TRUSTS, Says(201, {"trust": {"id": "t-1"}}))
    fake.on("DELETE", f"{TRUSTS}/t-1", Says(500))
    trusts = Trusts(clouds, TrustSettings(trustee=ACCOUNT))
    with pytest.raises(CloudUnavailable):
        await trusts.delete(await trusts.create(caller))
