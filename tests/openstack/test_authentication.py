"""Real Keystone knows whose tokens and passwords these are."""

import os

import pytest
from keystoneauth1.identity import v3
from keystoneauth1.session import Session

from calor.api.authentication.keystone import KeystoneSettings, KeystoneTokens
from calor.api.authentication.memory import Freshness
from calor.api.authentication.middleware import keystone_options
from calor.api.authentication.password import Password, PasswordSettings
from calor.api.caller import Unauthenticated

URL = os.environ.get("OS_AUTH_URL", "")
DEFAULT = {"user_domain_id": "default", "project_domain_id": "default"}
SERVICE_USER = os.environ.get("CALOR_TEST_SERVICE_USER", "nova")
SERVICE_PASSWORD = os.environ.get("CALOR_TEST_SERVICE_PASSWORD", "secret")


@pytest.fixture
def login():
    plugin = v3.Password(
        auth_url=URL,
        username=os.environ["OS_USERNAME"],
        password=os.environ["OS_PASSWORD"],
        project_name=os.environ["OS_PROJECT_NAME"],
        **DEFAULT,
    )
    return Session(auth=plugin)


@pytest.fixture
def tokens():
    conf = keystone_options(
        auth_url=URL,
        username=SERVICE_USER,
        password=SERVICE_PASSWORD,
        project_name="service",
        www_authenticate_uri=URL,
        **DEFAULT,
    )
    found = KeystoneTokens(conf, KeystoneSettings(memory=Freshness(seconds=0)))
    yield found
    found.close()


async def test_a_token_tells_who_asks(login, tokens):
    caller = await tokens({"x-auth-token": login.get_token()})
    assert caller.user_name == os.environ["OS_USERNAME"]
    assert caller.user_id == login.get_user_id()
    assert caller.project_id == login.get_project_id()
    assert {"admin", "member", "reader"} <= caller.roles


async def test_a_revoked_token_is_refused(login, tokens):
    token = login.get_token()
    await tokens({"x-auth-token": token})
    revoked = login.delete(f"{URL}/auth/tokens", headers={"X-Subject-Token": token})
    assert revoked.status_code == 204
    with pytest.raises(Unauthenticated) as refusal:
        await tokens({"x-auth-token": token})
    assert refusal.value.challenge == f'Keystone uri="{URL}"'


async def test_a_password_tells_who_asks(login):
    headers = {
        "x-auth-user": os.environ["OS_USERNAME"],
        "x-auth-key": os.environ["OS_PASSWORD"],
        ":path": f"/v1/{login.get_project_id()}/stacks",
    }
    password = Password(PasswordSettings(auth_url=URL))
    assert (await password(headers)).user_id == login.get_user_id()
    with pytest.raises(Unauthenticated):
        await password({**headers, "x-auth-key": "wrong"})
    password.close()
