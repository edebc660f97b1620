"""The resources of a stack over the API."""

import pytest

from calor.core.state import Status
from calor.store.records import Batch, ResourceRecord
from tests.api.orchestration.templates import GROUP, ONE, PAIR, kind, made, rested, template, url
from tests.api.serving import serving

FLAVOURED = template({"it": {"type": "OS::Heat::RandomString", "description": "Any word."}})


async def test_resources_are_listed_as_clients_know_them():
    async with serving() as service:
        path = await made(service, "one", PAIR)
        first, second = (await service.get(f"{path}/resources")).json()["resources"]
        for key in ("creation_time", "updated_time"):
            assert first.pop(key).endswith("Z")
        physical = first.pop("physical_resource_id")
        assert physical.startswith("one-first-")
        assert first == {
            "resource_name": "first",
            "logical_resource_id": "first",
            "links": [
                {"href": url(f"{path}/resources/first"), "rel": "self"},
                {"href": url(path), "rel": "stack"},
            ],
            "required_by": ["second"],
            "resource_status": "CREATE_COMPLETE",
            "resource_status_reason": "state changed",
            "resource_type": "OS::Heat::RandomString",
        }
        assert (second["resource_name"], second["required_by"]) == ("second", [])


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?type=Random", ["first"]),
        ("?name=second", ["second"]),
        ("?status=COMPLETE", ["first", "second"]),
        ("?status=CREATE_COMPLETE&action=CREATE", ["first", "second"]),
        ("?status=FAILED", []),
        ("?physical_resource_id=x", []),
        ("?id=x", []),
    ],
)
async def test_resources_are_filtered(query, found):
    async with serving() as service:
        path = await made(service, "one", PAIR)
        listed = (await service.get(f"{path}/resources{query}")).json()["resources"]
        assert [one["resource_name"] for one in listed] == found


async def test_a_filter_that_is_not_known_is_refused():
    async with serving() as service:
        path = await made(service, "one", ONE)
        assert kind(await service.get(f"{path}/resources?colour=red")) == (400, "HTTPBadRequest")


async def test_child_stacks_are_listed_as_deep_as_one_asks():
    async with serving() as service:
        path = await made(service, "one", GROUP)
        [group] = (await service.get(f"{path}/resources")).json()["resources"]
        [nested] = [one["href"] for one in group["links"] if one["rel"] == "nested"]
        assert nested.endswith(group["physical_resource_id"])
        listed = (await service.get(f"{path}/resources?nested_depth=1")).json()["resources"]
        assert [one["resource_name"] for one in listed] == ["group", "0", "1"]
        assert [one.get("parent_resource") for one in listed] == [None, "group", "group"]
        assert listed[1]["links"][1]["href"] == nested


async def test_of_two_of_a_name_the_one_that_counts_is_listed():
    async with serving() as service:
        path = await made(service, "one", ONE)
        stack_id, store = path.rpartition("/")[2], service.services.desks.store
        [row] = await store.resources(stack_id)
        failed = ResourceRecord(
            id="other",
            stack_id=stack_id,
            root_id=stack_id,
            name="it",
            type=row.type,
            action=row.action,
            status=Status.FAILED,
            created_at=row.created_at + 1,
        )
        await store.write(Batch(new_resources=(failed,)))
        [shown] = (await service.get(f"{path}/resources")).json()["resources"]
        assert shown["resource_status"] == "CREATE_COMPLETE"


async def test_a_long_list_is_sent_in_pieces():
    async with serving() as service:
        path = await made(service, "one", ONE)
        stack_id, store = path.rpartition("/")[2], service.services.desks.store
        more = tuple(
            ResourceRecord(
                id=f"r{n}",
                stack_id=stack_id,
                root_id=stack_id,
                name=f"n{n}",
                type="OS::Heat::None",
                created_at=n,
            )
            for n in range(1200)
        )
        await store.write(Batch(new_resources=more))
        reply = await service.get(f"{path}/resources")
        assert "content-length" not in reply.headers
        listed = reply.json()["resources"]
        assert [one["resource_name"] for one in listed] == [*(f"n{n}" for n in range(1200)), "it"]
        few = (await service.get(f"{path}/resources?name=n7&name=n1100")).json()["resources"]
        assert [one["resource_name"] for one in few] == ["n7", "n1100"]


async def test_a_resource_is_shown_with_its_attributes():
    async with serving() as service:
        path = await made(service, "one", FLAVOURED)
        shown = (await service.get(f"{path}/resources/it")).json()["resource"]
        assert shown["description"] == "Any word."
        assert list(shown["attributes"]) == ["value"]
        assert len(shown["attributes"]["value"]) == 32
        wanted = await service.get(f"{path}/resources/it?with_attr=value&with_attr=nix")
        assert wanted.json()["resource"]["attributes"] == {**shown["attributes"], "nix": None}
        [listed] = (await service.get(f"{path}/resources?with_detail=true")).json()["resources"]
        assert listed == shown


async def test_a_group_shows_what_its_child_has():
    async with serving() as service:
        path = await made(service, "one", GROUP)
        shown = (await service.get(f"{path}/resources/group")).json()["resource"]
        assert len(shown["attributes"]["refs"]) == 2


async def test_metadata_is_given():
    async with serving() as service:
        path = await made(
            service, "one", template({"it": {"type": "OS::Heat::None", "metadata": {"a": [1]}}})
        )
        reply = await service.get(f"{path}/resources/it/metadata")
        assert reply.json() == {"metadata": {"a": [1]}}


async def test_a_resource_that_is_not_there_is_not_found():
    async with serving() as service:
        path = await made(service, "one", ONE)
        for part in ("", "/metadata"):
            reply = await service.get(f"{path}/resources/nix{part}")
            assert kind(reply) == (404, "ResourceNotFound")


async def test_a_deleted_stack_has_no_resources_but_can_be_asked():
    async with serving() as service:
        path = await made(service, "one", ONE)
        await service.delete(path)
        await rested(service, path)
        assert (await service.get(f"{path}/resources")).json() == {"resources": []}
