"""Events are followed as they happen."""

import asyncio
import json
from typing import Any

import pytest

from tests.api.orchestration.templates import GROUP, HOOKED, ONE, begun, made
from tests.api.serving import serving


def messages(text: str) -> list[tuple[str | None, str, Any]]:
    """Return the id, the kind and the data of each message; comments are left out."""
    found = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if line[:1] != ":")
        if fields:
            found.append((fields.get("id"), fields["event"], json.loads(fields["data"])))
    return found


async def test_a_follower_sees_everything_up_to_the_end():
    async with serving() as service:
        path = await begun(service, "one", ONE, environment=HOOKED)

        async def clear() -> None:
            while not (await service.get(f"{path}/events?resource_name=it")).json()["events"]:
                await asyncio.sleep(0.002)
            await service.post(f"{path}/resources/it/signal", {"unset_hook": "pre-create"})

        clearing = asyncio.create_task(clear())
        reply = await service.get(f"{path}/events?follow")
        await clearing
        assert reply.headers["content-type"].startswith("text/event-stream")
        *events, (_, kind, end) = messages(reply.text)
        assert (kind, end["stack_status"]) == ("end", "CREATE_COMPLETE")
        numbers = [int(number or 0) for number, _, _ in events]
        assert numbers == sorted(set(numbers))
        listed = (await service.get(f"{path}/events?sort_dir=asc")).json()["events"]
        assert [data["id"] for _, _, data in events] == [one["id"] for one in listed]
        assert events[0][2]["resource_type"] == "OS::Heat::Stack"


async def test_a_follower_goes_on_behind_the_last_number():
    async with serving() as service:
        path = await made(service, "one", ONE)
        everything = messages((await service.get(f"{path}/events?follow=true")).text)
        third = str(everything[2][0])
        rest = await service.get(f"{path}/events?follow", headers={"Last-Event-ID": third})
        assert messages(rest.text) == everything[3:]


@pytest.mark.parametrize("last", ["x", "-1", "9" * 30])
async def test_a_last_number_that_is_none_is_refused(last):
    async with serving() as service:
        path = await made(service, "one", ONE)
        reply = await service.get(f"{path}/events?follow", headers={"Last-Event-ID": last})
        assert reply.status_code == 400


async def test_child_stacks_are_followed_as_deep_as_one_asks():
    async with serving() as service:
        path = await begun(service, "one", GROUP)
        deep = messages((await service.get(f"{path}/events?follow&nested_depth=1")).text)
        assert len({data["stack_name"] for _, _, data in deep}) == 2
        flat = messages((await service.get(f"{path}/events?follow")).text)
        assert {data["stack_name"] for _, _, data in flat} == {"one"}


async def test_a_marker_that_is_not_there_is_told_before_the_stream_begins():
    async with serving() as service:
        path = await made(service, "one", ONE)
        reply = await service.get(f"{path}/events?follow&marker=nowhere")
    assert reply.status_code == 404
