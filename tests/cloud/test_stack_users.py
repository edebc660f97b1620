"""The users of a stack, made in a domain of their own and found again."""

import json

import pytest

from calor.cloud.settings import Account, StackUserSettings
from calor.cloud.stack_users import StackUserDomain
from calor.core.errors import CloudRefused
from tests.cloud.fake import Says

V3 = "/identity/v3"
ADMIN = Account(username="admin", password="secret", user_domain_id="heat")
ROOT = "b8aff851-1bb5-409e-b3bc-1820d46f3f05"
OWN = {"id": "u-1", "default_project_id": "p-1", "domain_id": "heat"}


@pytest.fixture
def users(fake, clouds):
    fake.on("POST", f"{V3}/projects", Says(201, {"project": {"id": "p-1"}}))
    fake.on("GET", f"{V3}/roles", Says(body={"roles": [{"id": "r-1", "name": "heat_stack_user"}]}))
    fake.on("POST", f"{V3}/users", Says(201, {"user": {"id": "u-1"}}))
    fake.on("PUT", f"{V3}/projects/p-1/users/u-1/roles/r-1", Says(204))
    fake.on("GET", f"{V3}/users/u-1", Says(body={"user": OWN}))
    domain = StackUserDomain(clouds, StackUserSettings(admin=ADMIN, domain_id="heat"))
    return domain("4f2a" * 8, ROOT)


async def test_a_tree_has_one_project_named_after_its_owner_and_itself(fake, users):
    assert [await users.project(), await users.project()] == ["p-1", "p-1"]
    (heard,) = fake.asked(f"{V3}/projects")
    assert heard.body["project"]["name"] == f"{'4f2a' * 8}-{ROOT}"[:64]
    assert heard.body["project"]["domain_id"] == "heat"
    assert fake.logins[0]["scope"] == {"domain": {"id": "heat"}}


async def test_a_project_that_is_there_already_is_found(fake, users):
    fake.on("POST", f"{V3}/projects", Says(409))
    fake.on("GET", f"{V3}/projects", Says(body={"projects": [{"id": "p-1"}]}))
    assert await users.project() == "p-1"


async def test_a_user_is_made_with_the_role_for_it(fake, users):
    assert await users.create_user("x" * 300, "pass") == "u-1"
    (heard,) = fake.asked(f"{V3}/users")
    assert heard.body["user"]["name"] == "x" * 255
    assert heard.body["user"]["default_project_id"] == "p-1"
    assert heard.body["user"]["password"] == "pass"
    assert len(fake.asked(f"{V3}/projects/p-1/users/u-1/roles/r-1", "PUT")) == 1


async def test_a_user_whom_a_crash_has_left_is_found_and_gets_the_password(fake, users):
    fake.on("POST", f"{V3}/users", Says(409))
    fake.on("GET", f"{V3}/users", Says(body={"users": [OWN]}))
    fake.on("PATCH", f"{V3}/users/u-1", Says(body={"user": OWN}))
    assert await users.create_user("web", "new") == "u-1"
    assert fake.asked(f"{V3}/users/u-1", "PATCH")[0].body == {"user": {"password": "new"}}


async def test_users_are_kept_out_and_let_in(fake, users):
    fake.on("PATCH", f"{V3}/users/u-1", Says(body={"user": OWN}))
    await users.disable_user("u-1")
    await users.enable_user("u-1")
    bodies = [one.body["user"] for one in fake.asked(f"{V3}/users/u-1", "PATCH")]
    assert bodies == [{"enabled": False}, {"enabled": True}]


@pytest.mark.parametrize("change", [{"domain_id": "default"}, {"default_project_id": "p-2"}])
async def test_a_user_of_somebody_else_is_left_alone(fake, users, change):
    fake.on("GET", f"{V3}/users/u-1", Says(body={"user": {**OWN, **change}}))
    for act in (users.delete_user, users.disable_user):
        with pytest.raises(CloudRefused, match="does not belong to this stack"):
            await act("u-1")
    assert fake.asked(f"{V3}/users/u-1", "DELETE") == []


async def test_who_is_gone_need_not_be_deleted(fake, users):
    fake.on("GET", f"{V3}/users/u-1", Says(404))
    await users.delete_user("u-1")
    fake.on("DELETE", f"{V3}/credentials/k-1", Says(404))
    await users.delete_key("k-1")


async def test_who_is_gone_is_not_told_from_others_domains_by_the_identity_service(fake, users):
    fake.on("GET", f"{V3}/users/u-1", Says(403))
    fake.on("GET", f"{V3}/projects", Says(body={"projects": []}))
    await users.delete_user("u-1")
    assert fake.asked(f"{V3}/users/u-1", "DELETE") == []


async def test_whoever_may_nothing_does_not_take_users_for_gone(fake, users):
    fake.on("GET", f"{V3}/users/u-1", Says(403))
    fake.on("GET", f"{V3}/projects", Says(403))
    with pytest.raises(CloudRefused):
        await users.delete_user("u-1")


async def test_a_user_has_one_access_key(fake, users):
    made = {"id": "k-1", "blob": json.dumps({"access": "a", "secret": "hunter2"})}
    fake.on("POST", f"{V3}/credentials", Says(201, {"credential": made}))
    fake.on(
        "GET",
        f"{V3}/credentials",
        Says(body={"credentials": []}),
        Says(body={"credentials": [made]}),
    )
    key = await users.create_key("u-1")
    assert key == await users.create_key("u-1")
    assert (key.access, key.secret) == ("a", "hunter2")
    assert "hunter2" not in repr(key)
    assert len(fake.asked(f"{V3}/credentials", "POST")) == 1


async def test_a_token_is_the_users_own(fake, users):
    await users.token("u-1", "secret")
    assert fake.logins[-1]["identity"]["password"]["user"]["id"] == "u-1"
    assert fake.logins[-1]["scope"] == {"project": {"id": "p-1"}}


async def test_without_a_domain_users_are_in_the_project_of_the_owner(fake, clouds):
    users = StackUserDomain(clouds, StackUserSettings(admin=ADMIN))("owner", ROOT)
    assert await users.project() == "owner"
    await users.delete_project()
    assert fake.heard == []
