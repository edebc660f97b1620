"""Lists of stacks: filters, pages, order."""

import pytest

from calor.api.caller import Forbidden
from calor.api.services import ApiSettings
from tests.api.orchestration.templates import GROUP, ONE, SLOW, begun, made, rested
from tests.api.serving import Anybody, Serving, serving, token

KEYS = {
    "id",
    "links",
    "stack_name",
    "description",
    "stack_status",
    "stack_status_reason",
    "creation_time",
    "updated_time",
    "deletion_time",
    "stack_owner",
    "parent",
    "stack_user_project_id",
    "tags",
}


async def names(service: Serving, query: str = "", **more) -> list[str]:
    reply = await service.get(f"/stacks{query}", **more)
    assert reply.status_code == 200, reply.text
    return [one["stack_name"] for one in reply.json()["stacks"]]


async def test_a_list_has_the_keys_that_clients_know():
    async with serving() as service:
        await made(service, "one", ONE)
        for path in ("/stacks", "/stacks/detail"):
            [one] = (await service.get(path)).json()["stacks"]
            assert set(one) == KEYS
            assert (one["description"], one["tags"]) == ("", None)
        admin = token("root", roles="admin")
        [one] = (await service.get("/stacks", headers=admin)).json()["stacks"]
        assert one["project"] == "p1"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["d", "c", "b", "a"]),
        ("?sort_keys=stack_name", ["a", "b", "c", "d"]),
        ("?sort_keys=stack_name&sort_dir=desc", ["d", "c", "b", "a"]),
        ("?sort_keys=shoe_size", ["d", "c", "b", "a"]),
        ("?sort_dir=asc", ["a", "b", "c", "d"]),
        ("?limit=0", []),
        ("?name=a&name=b", ["b", "a"]),
        ("?stack_name=c", ["c"]),
        ("?status=COMPLETE", ["c", "b", "a"]),
        ("?status=CREATE_IN_PROGRESS", ["d"]),
        ("?status=NONSENSE", []),
        ("?action=CREATE&status=COMPLETE", ["c", "b", "a"]),
        ("?action=UPDATE", []),
        ("?tags=red,big", ["b"]),
        ("?tags_any=red,big", ["c", "b", "a"]),
        ("?not_tags=red,big", ["d", "c", "a"]),
        ("?not_tags_any=red,big", ["d"]),
        ("?username=ann", ["d", "c", "b", "a"]),
        ("?stack_owner=bob&limit=3", []),
        ("?timeout_mins=7", ["c"]),
        ("?disable_rollback=false", ["a"]),
        ("?disable_rollback=True&limit=2", ["d", "c"]),
        ("?tenant=p1", ["d", "c", "b", "a"]),
        ("?unknown=1", ["d", "c", "b", "a"]),
    ],
)
async def test_filters_and_order(query, found):
    async with serving() as service:
        await made(service, "a", ONE, tags="red", disable_rollback=False)
        await made(service, "b", ONE, tags=["red", "big"])
        await made(service, "c", ONE, tags="big", timeout_mins=7)
        await begun(service, "d", SLOW)
        assert await names(service, query) == found


async def test_pages_lead_to_each_other_and_all_are_counted():
    async with serving() as service:
        for name in "abc":
            await made(service, name, ONE)
        reply = (await service.get("/stacks?limit=2&with_count=true&sort_dir=asc")).json()
        assert [one["stack_name"] for one in reply["stacks"]] == ["a", "b"]
        assert reply["count"] == 3
        [following] = reply["links"]
        assert following["rel"] == "next"
        rest = (await service.client.get(following["href"])).json()
        assert [one["stack_name"] for one in rest["stacks"]] == ["c"]
        assert "links" not in rest
        few = (await service.get("/stacks?limit=1&with_count=true&username=ann")).json()
        assert (len(few["stacks"]), few["count"]) == (1, 3)


@pytest.mark.parametrize(
    "query", ["?limit=-1", "?limit=x", "?show_nested=perhaps", "?sort_dir=up", "?tags=" + "t" * 81]
)
async def test_a_query_that_makes_no_sense_is_refused(query):
    async with serving() as service:
        assert (await service.get(f"/stacks{query}")).status_code == 400


async def test_a_marker_that_is_not_there_is_not_found():
    async with serving() as service:
        assert (await service.get("/stacks?marker=nobody")).status_code == 404


async def test_what_is_hidden_nested_or_deleted_is_shown_on_demand():
    async with serving(ApiSettings(hidden_tags=("secret",))) as service:
        path = await made(service, "group", GROUP)
        await made(service, "hidden", ONE, tags="secret")
        gone = await made(service, "gone", ONE)
        await service.delete(gone)
        await rested(service, gone)
        assert await names(service) == ["group"]
        assert await names(service, "?show_hidden=true") == ["hidden", "group"]
        assert await names(service, "?show_deleted=true") == ["gone", "group"]
        nested = await names(service, "?show_nested=true")
        assert len(nested) == 2
        below = await names(service, f"?owner_id={path.rpartition('/')[2]}")
        assert below == [name for name in nested if name != "group"]


class NoGlobal(Anybody):
    def enforce(self, rule, caller, target):
        if rule == "stacks:global_index":
            raise Forbidden("not all projects")


async def test_all_projects_are_listed_under_a_rule_of_its_own():
    async with serving() as service:
        await made(service, "one", ONE)
        other = token("bob", "p2")
        assert (await service.client.get("/v1/p2/stacks", headers=other)).json() == {"stacks": []}
        reply = await service.client.get("/v1/p2/stacks?global_tenant=true", headers=other)
        assert [one["stack_name"] for one in reply.json()["stacks"]] == ["one"]
    async with serving(policy=NoGlobal()) as service:
        assert (await service.get("/stacks?global_tenant=true")).status_code == 403
        assert (await service.get("/stacks?global_tenant=false")).status_code == 200
