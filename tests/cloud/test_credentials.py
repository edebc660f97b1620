"""Each kind of credential proves in its own way who it stands for."""

import pytest

from calor.cloud.clouds import OpenStackClouds
from calor.cloud.credentials import authenticate_with, versioned
from calor.core.errors import CloudRefused
from calor.store.records import CredentialRecord
from tests.cloud.fake import ACCOUNT, Says


def stored(kind, **body):
    return CredentialRecord(id="1", kind=kind, body=body)


async def test_a_password_is_for_the_project_of_the_stack(fake, clouds):
    record = stored("password", user_id="joe-1", password="secret")
    await clouds.of_credential("project-1", record).project()
    (login,) = fake.logins
    assert login["identity"]["password"]["user"] == {"id": "joe-1", "password": "secret"}
    assert login["scope"] == {"project": {"id": "project-1"}}


async def test_a_trust_is_used_by_the_trustee(fake):
    clouds = OpenStackClouds(fake.settings(), trustee=ACCOUNT)
    record = stored("trust", trust_id="t-1", trustor_user_id="joe-1", project_id="project-1")
    await clouds.of_credential("project-1", record).project()
    (login,) = fake.logins
    assert login["identity"]["password"]["user"]["name"] == ACCOUNT.username
    assert login["scope"] == {"OS-TRUST:trust": {"id": "t-1"}}
    await clouds.close()


async def test_a_user_who_cannot_be_acted_for_is_told_of_with_what_to_do(fake):
    clouds = OpenStackClouds(fake.settings(), trustee=ACCOUNT)
    said = Says(403, {"error": {"message": "not authorized"}}, {"x-openstack-request-id": "req-1"})
    fake.on("POST", "/identity/v3/auth/tokens", said)
    record = stored("trust", trust_id="t-1", trustor_user_id="joe-1", project_id="project-1")
    with pytest.raises(CloudRefused) as caught:
        await clouds.of_credential("project-1", record).project()
    assert "as somebody else of the project (identity: not authorized)" in str(caught.value)
    assert str(caught.value).count("req-1") == 1
    await clouds.close()


async def test_a_token_is_used_as_it_is(fake, clouds):
    token = await clouds.of_account(ACCOUNT).login.token()
    mine = clouds.of_token("project-1", token)
    assert await mine.project() == "project-1"
    assert await mine.login.token() == token
    assert len(fake.logins) == 1


async def test_a_token_that_is_not_good_is_refused_and_not_told(clouds):
    with pytest.raises(CloudRefused, match="no such token") as caught:
        await clouds.of_token("project-1", "stolen-token").project()
    assert "stolen-token" not in repr(caught.value)


@pytest.mark.parametrize("kind", ["trust", "riddle"])
def test_what_nobody_can_use_is_refused(kind):
    with pytest.raises(CloudRefused, match=f"kind {kind}"):
        authenticate_with("http://h", stored(kind, trust_id="t-1"), "project-1", None)


def test_an_identity_service_is_asked_in_version_3():
    assert versioned("http://h/identity/") == "http://h/identity/v3"
    assert versioned("http://h:5000/v3/") == "http://h:5000/v3"
