"""Trusts that are handed on, and roles that are taken away under them."""

import pytest


@pytest.fixture
async def trust(cloud):
    """The body of a trust of demo in the service user."""
    return {
        "trustor_user_id": await cloud.user_id("demo"),
        "trustee_user_id": await cloud.user_id("heat"),
        "impersonation": True,
        "project_id": (await cloud.log_in("demo")).body["token"]["project"]["id"],
        "roles": [{"name": "member"}, {"name": "heat_stack_owner"}],
    }


PATH = "/OS-TRUST/trusts"


async def use(cloud, by, trust_id):
    return await cloud.log_in(by, {"OS-TRUST:trust": {"id": trust_id}})


async def test_a_redelegated_trust_counts_down_and_goes_with_the_first(cloud, trust):
    first = await cloud.made(PATH, "trust", trust | {"allow_redelegation": True}, by="demo")
    assert first["redelegation_count"] == 3
    token = (await use(cloud, "heat", first["id"])).token
    admin = await cloud.user_id("admin")
    handed = trust | {"trustee_user_id": admin, "roles": [{"name": "member"}]}
    answer = await cloud.ask(
        "POST", PATH, {"trust": handed | {"allow_redelegation": True}}, token=token
    )
    second = answer.body["trust"]
    assert (second["redelegated_trust_id"], second["redelegation_count"]) == (first["id"], 2)
    used = await use(cloud, "admin", second["id"])
    assert used.body["token"]["user"]["name"] == "demo"
    await cloud.ask("DELETE", f"{PATH}/{first['id']}", by="demo")
    assert (await use(cloud, "admin", second["id"])).status == 401
    assert (await cloud.ask("GET", "/auth/projects", token=used.token)).status == 401


async def test_a_redelegated_trust_cannot_do_more_than_the_first(cloud, trust):
    admin = await cloud.user_id("admin")
    some = trust | {"roles": [{"name": "member"}], "expires_at": "2090-01-01T00:00:00Z"}
    first = await cloud.made(
        PATH, "trust", some | {"allow_redelegation": True, "impersonation": True}, by="demo"
    )
    token = (await use(cloud, "heat", first["id"])).token
    handed = some | {"trustee_user_id": admin}
    for more in (
        {"roles": [{"name": "heat_stack_owner"}]},
        {"expires_at": "2091-01-01T00:00:00Z"},
        {"remaining_uses": 1},
        {"allow_redelegation": True, "redelegation_count": 3},
    ):
        answer = await cloud.ask("POST", PATH, {"trust": handed | more}, token=token)
        assert answer.status == 403, more


async def test_a_trust_is_worth_nothing_once_the_trustor_lost_a_role_of_it(cloud, trust):
    made = await cloud.made(PATH, "trust", trust, by="demo")
    used = await use(cloud, "heat", made["id"])
    owner = next(one["id"] for one in made["roles"] if one["name"] == "heat_stack_owner")
    place = f"/projects/{trust['project_id']}/users/{trust['trustor_user_id']}/roles/{owner}"
    assert (await cloud.ask("DELETE", place)).status == 204
    assert (await use(cloud, "heat", made["id"])).status == 403
    assert (await cloud.ask("GET", "/auth/projects", token=used.token)).status == 401
    assert (await cloud.ask("PUT", place)).status == 204
    assert (await use(cloud, "heat", made["id"])).status == 201


async def test_a_trust_outlives_the_trustors_tokens(cloud, trust):
    made = await cloud.made(PATH, "trust", trust, by="demo")
    mine = await cloud.token("demo")
    await cloud.ask("DELETE", "/auth/tokens", token=mine, subject=mine)
    used = await use(cloud, "heat", made["id"])
    assert (await cloud.ask("GET", "/auth/projects", token=used.token)).status == 200


async def test_a_key_pair_made_through_a_trust_speaks_for_the_trustor(cloud, trust):
    made = await cloud.made(PATH, "trust", trust, by="demo")
    token = (await use(cloud, "heat", made["id"])).token
    path = f"/users/{trust['trustor_user_id']}/credentials/OS-EC2"
    body = {"tenant_id": trust["project_id"]}
    pair = (await cloud.ask("POST", path, body, token=token)).body["credential"]
    assert pair["trust_id"] == made["id"]
    other = {"tenant_id": (await cloud.log_in("admin")).body["token"]["project"]["id"]}
    assert (await cloud.ask("POST", path, other, token=token)).status == 403
