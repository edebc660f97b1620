"""What callers leave with us, and how it is given back."""

import pytest

from calor.cloud.clouds import OpenStackClouds
from calor.cloud.identity import Identity
from calor.cloud.settings import StackUserSettings, TrustSettings
from calor.cloud.stack_users import StackUserDomain
from calor.core.errors import CloudRefused
from calor.store.records import CredentialRecord
from tests.cloud.callers import Person
from tests.cloud.fake import ACCOUNT, Says

TRUSTS = "/identity/v3/OS-TRUST/trusts"


@pytest.fixture
async def identity(fake):
    clouds = OpenStackClouds(fake.settings(), trustee=ACCOUNT)
    domain = StackUserDomain(clouds, StackUserSettings(admin=ACCOUNT, domain_id="heat"))
    yield Identity(clouds, TrustSettings(trustee=ACCOUNT), domain)
    await clouds.close()


async def test_a_caller_sees_the_cloud_with_their_own_token(fake, identity):
    token = await identity.clouds.new_token(ACCOUNT)
    assert await identity.cloud_of(Person(token=token)).login.token() == token
    assert await identity.cloud_of(Person(password="secret")).project() == "project-1"


async def test_a_caller_with_a_token_leaves_a_trust(fake, identity):
    fake.on("POST", TRUSTS, Says(201, {"trust": {"id": "t-1"}}))
    token = await identity.clouds.new_token(ACCOUNT)
    assert (await identity.credential_of(Person(token=token))).kind == "trust"


async def test_without_trusts_a_password_is_kept_or_missed(identity, clouds):
    person = Person(token="t", password="secret")
    record = await Identity(clouds).credential_of(person)
    assert record.kind == "password"
    assert record.body["project_id"] == "project-1"
    assert "secret" not in repr(record)
    with pytest.raises(CloudRefused, match="neither a trust nor a password"):
        await Identity(clouds).credential_of(Person(token="t"))


async def test_when_a_tree_has_gone_its_users_go_and_the_trust_is_given_back(fake, identity):
    body = {"trust_id": "t-1", "project_id": "project-1"}
    record = CredentialRecord(id="1", kind="trust", body=body)
    fake.on("DELETE", f"{TRUSTS}/t-1", Says(204))
    fake.on("GET", "/identity/v3/projects", Says(body={"projects": [{"id": "p-9"}]}))
    fake.on("DELETE", "/identity/v3/projects/p-9", Says(204))
    await identity.forget(record, "root-1")
    assert fake.asked("/identity/v3/projects")[0].query["name"] == "project-1-root-1"
    assert len(fake.asked("/identity/v3/projects/p-9", "DELETE")) == 1
    assert len(fake.asked(f"{TRUSTS}/t-1", "DELETE")) == 1


async def test_a_credential_that_was_replaced_is_given_back_and_the_users_stay(fake, identity):
    body = {"trust_id": "t-1", "project_id": "project-1"}
    fake.on("DELETE", f"{TRUSTS}/t-1", Says(204))
    await identity.forget(CredentialRecord(id="1", kind="trust", body=body))
    assert fake.asked("/identity/v3/projects") == []


async def test_what_may_not_be_removed_is_left(fake, identity):
    body = {"user_id": "joe-1", "password": "secret", "project_id": "project-1"}
    fake.on("GET", "/identity/v3/projects", Says(403, {"error": {"message": "no"}}))
    await identity.forget(CredentialRecord(id="1", kind="password", body=body), "root-1")
