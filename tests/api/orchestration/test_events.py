"""The events of a stack over the API."""

from typing import Any

import pytest

from calor.core.state import Status
from calor.store.records import Batch, EventRecord
from tests.api.orchestration.templates import GROUP, ONE, PAIR, kind, made, url
from tests.api.serving import Serving, serving


async def events(service: Serving, path: str) -> list[dict[str, Any]]:
    reply = await service.get(path)
    assert reply.status_code == 200, reply.text
    return list(reply.json()["events"])


async def test_events_come_newest_first_as_clients_know_them():
    async with serving() as service:
        path = await made(service, "one", ONE)
        found = await events(service, f"{path}/events")
        assert [(one["resource_name"], one["resource_status"]) for one in found] == [
            ("one", "CREATE_COMPLETE"),
            ("it", "CREATE_COMPLETE"),
            ("it", "CREATE_IN_PROGRESS"),
            ("one", "CREATE_IN_PROGRESS"),
        ]
        last = found[0]
        assert last.pop("event_time").endswith("Z")
        here = f"{path}/resources/one"
        assert last == {
            "id": last["id"],
            "resource_name": "one",
            "logical_resource_id": "one",
            "physical_resource_id": path.rpartition("/")[2],
            "resource_status": "CREATE_COMPLETE",
            "resource_status_reason": "Stack CREATE completed successfully",
            "links": [
                {"href": url(f"{here}/events/{last['id']}"), "rel": "self"},
                {"href": url(here), "rel": "resource"},
                {"href": url(path), "rel": "stack"},
            ],
        }


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("?resource_status=COMPLETE", 3),
        ("?resource_status=CREATE_COMPLETE", 3),
        ("?resource_action=UPDATE", 0),
        ("?resource_name=first&resource_name=second", 4),
        ("?resource_type=OS::Heat::Value", 2),
        ("?limit=2", 2),
        ("?limit=0", 0),
    ],
)
async def test_events_are_filtered(query, count):
    async with serving() as service:
        path = await made(service, "one", PAIR)
        assert len(await events(service, f"{path}/events{query}")) == count


async def test_events_are_sorted_and_paged():
    async with serving() as service:
        path = await made(service, "one", PAIR)
        everything = [one["id"] for one in await events(service, f"{path}/events")]
        up = [one["id"] for one in await events(service, f"{path}/events?sort_dir=asc")]
        assert up == everything[::-1]
        marker = f"{path}/events?marker={everything[1]}&limit=2"
        assert [one["id"] for one in await events(service, marker)] == everything[2:4]
        assert (await service.get(f"{path}/events?sort_dir=sideways")).status_code == 400
        assert (await service.get(f"{path}/events?marker=nix")).status_code == 404


async def test_events_of_child_stacks_link_to_the_root():
    async with serving() as service:
        path = await made(service, "one", GROUP)
        assert len(await events(service, f"{path}/events")) == 4
        found = await events(service, f"{path}/events?nested_depth=1")
        assert len(found) == 10
        assert {one["links"][3]["href"] for one in found} == {url(path)}
        assert {one["links"][3]["rel"] for one in found} == {"root_stack"}


async def test_events_of_a_resource_and_a_single_event():
    async with serving() as service:
        path = await made(service, "one", PAIR)
        found = await events(service, f"{path}/resources/first/events")
        assert [one["resource_name"] for one in found] == ["first", "first"]
        shown = (await service.get(f"{path}/resources/first/events/{found[0]['id']}")).json()
        more = {"resource_type": "OS::Heat::RandomString", "resource_properties": {}}
        assert shown == {"event": {**found[0], **more}}
        assert kind(await service.get(f"{path}/resources/nix/events")) == (404, "EntityNotFound")
        wrong = await service.get(f"{path}/resources/second/events/{found[0]['id']}")
        assert kind(wrong) == (404, "EntityNotFound")


async def test_a_hundred_thousand_events_would_be_sent_in_pieces():
    async with serving() as service:
        path = await made(service, "one", ONE)
        stack_id = path.rpartition("/")[2]
        more = tuple(
            EventRecord(
                id=f"e{n}",
                stack_id=stack_id,
                root_id=stack_id,
                resource_name="it",
                resource_type="x",
                physical_id=None,
                action="CHECK",
                status=Status.COMPLETE,
                reason="",
                created_at=n,
            )
            for n in range(1100)
        )
        await service.services.desks.store.write(Batch(events=more))
        reply = await service.get(f"{path}/events")
        assert "content-length" not in reply.headers
        assert [one["id"] for one in reply.json()["events"][:1100]] == [
            f"e{n}" for n in reversed(range(1100))
        ]
