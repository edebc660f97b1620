"""How long tokens are good, and what becomes of them."""

import pytest

from calor.localcloud.cloud import open_local_cloud
from calor.localcloud.keystone.identity import Lifetimes
from tests.localcloud.test_cloud import speak


class Clock:
    """Time that passes when told to."""

    def __init__(self) -> None:
        self.moment = 2_000_000_000.0

    def now(self) -> float:
        self.moment += 0.001
        return self.moment


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def cloud(tmp_path, clock):
    lifetimes = Lifetimes(token=100, now=clock.now)
    opened = open_local_cloud(tmp_path / "data", url="http://cloud.example", lifetimes=lifetimes)
    yield speak(opened)
    opened.close()


def by_token(token, **scope):
    return {"auth": {"identity": {"methods": ["token"], "token": {"id": token}}} | scope}


async def test_a_token_is_good_until_it_expires(cloud, clock):
    token = (await cloud.log_in("demo")).token
    clock.moment += 90
    assert (await cloud.ask("GET", "/auth/projects", token=token)).status == 200
    clock.moment += 10
    assert (await cloud.ask("GET", "/auth/projects", token=token)).status == 401
    assert (await cloud.ask("GET", "/auth/tokens", subject=token)).status == 404


async def test_a_token_got_for_a_token_expires_with_it_and_names_it(cloud, clock):
    first = await cloud.log_in("demo", "unscoped")
    clock.moment += 50
    scope = {"project": {"name": "demo", "domain": {"id": "default"}}}
    second = await cloud.ask("POST", "/auth/tokens", by_token(first.token, scope=scope), by=None)
    before, after = first.body["token"], second.body["token"]
    assert after["expires_at"] == before["expires_at"]
    assert after["audit_ids"][1:] == before["audit_ids"]
    assert after["methods"] == ["token", "password"]
    third = await cloud.ask("POST", "/auth/tokens", by_token(second.token), by=None)
    assert third.body["token"]["audit_ids"][1:] == before["audit_ids"]


async def test_giving_one_token_back_leaves_the_others(cloud):
    one, other = [(await cloud.log_in("demo")).token for _ in range(2)]
    assert (await cloud.ask("DELETE", "/auth/tokens", token=one, subject=one)).status == 204
    assert (await cloud.ask("GET", "/auth/projects", token=one)).status == 401
    assert (await cloud.ask("GET", "/auth/projects", token=other)).status == 200


async def test_a_login_right_after_a_password_change_is_good(cloud):
    made = {"name": "changing", "password": "old"}
    user = await cloud.made("/users", "user", made)
    change = {"user": {"password": "new", "original_password": "old"}}
    await cloud.ask("POST", f"/users/{user['id']}/password", change, by=None)
    shown = {"user": {"id": user["id"], "password": "new"}}
    body = {"auth": {"identity": {"methods": ["password"], "password": shown}}}
    token = (await cloud.ask("POST", "/auth/tokens", body, by=None)).token
    assert (await cloud.ask("GET", "/auth/projects", token=token)).status == 200


async def test_a_token_for_the_system_stays_one(cloud):
    token = (await cloud.log_in("admin", {"system": {"all": True}})).token
    scope = {"project": {"name": "admin", "domain": {"id": "default"}}}
    answer = await cloud.ask("POST", "/auth/tokens", by_token(token, scope=scope), by=None)
    assert answer.status == 403


async def test_a_trust_ends_at_its_time(cloud, clock):
    demo, heat = await cloud.user_id("demo"), await cloud.user_id("heat")
    project_id = (await cloud.log_in("demo")).body["token"]["project"]["id"]
    trust = {
        "trustor_user_id": demo,
        "trustee_user_id": heat,
        "impersonation": False,
        "project_id": project_id,
        "roles": [{"name": "reader"}],
        "expires_at": "2033-05-18T03:34:00Z",
    }
    made = await cloud.made("/OS-TRUST/trusts", "trust", trust, by="demo")
    scope = {"OS-TRUST:trust": {"id": made["id"]}}
    used = await cloud.log_in("heat", scope)
    assert used.body["token"]["user"]["id"] == heat
    assert [role["name"] for role in used.body["token"]["roles"]] == ["reader"]
    clock.moment += 60
    cloud.tokens.clear()
    assert (await cloud.log_in("heat", scope)).status == 401
    assert (await cloud.ask("GET", "/auth/tokens", subject=used.token)).status == 404
    assert (await cloud.ask("GET", f"/OS-TRUST/trusts/{made['id']}", by="demo")).status == 404
