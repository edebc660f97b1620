"""Events as they happen: a stream that ends when the stack has come to rest.

What is not read by the other side is not read from the store either, so a slow
reader costs nothing.  Whoever was cut off goes on behind the last number they
have seen.
"""

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from typing import Any, Final

import msgspec

from calor.api.call import Answer, Call
from calor.api.faults import BadRequest
from calor.api.orchestration.event_rendering import Events, Shown
from calor.api.orchestration.rendering import time_of
from calor.api.query import MOST_DIGITS
from calor.core.errors import NotFound
from calor.core.state import Status
from calor.engine.bell import Bell, heard
from calor.store.filters import EventFilter
from calor.store.records import EventRecord, StackRecord

CHUNK: Final = 500
SHORTEST, LONGEST, GROWTH = 0.05, 1.0, 1.5
"""The seconds between two looks at a stack that somebody elsewhere works on."""
HEARTBEAT: Final = 15.0
"""A stream on which nothing happened for so many seconds shows that it is alive."""

STREAM: Final = "text/event-stream"
UNBUFFERED: Final = {"cache-control": "no-cache", "x-accel-buffering": "no"}


async def follow(call: Call, stack: StackRecord, wanted: EventFilter) -> Answer:
    """Return the stream of a stack's events, and of those below if they are asked for."""
    wanted = replace(wanted, descending=False, limit=CHUNK, root_id=stack.root_id)
    wanted = await _resumed(call, wanted)
    if wanted.marker is not None:
        # Whatever is wrong with it must be told before the stream begins.
        await call.services.desks.store.find_events(replace(wanted, limit=1))
    return Answer(body=_stream(call, stack, wanted), content_type=STREAM, headers=UNBUFFERED)


async def _resumed(call: Call, wanted: EventFilter) -> EventFilter:
    last = call.headers.get("last-event-id", "")
    if not last:
        return wanted
    if not (last.isascii() and last.isdigit() and len(last) <= MOST_DIGITS):
        raise BadRequest("Last-Event-ID is the number of an event")
    return replace(wanted, after=int(last), marker=None)


async def _stream(call: Call, stack: StackRecord, wanted: EventFilter) -> AsyncIterator[bytes]:
    family = Family(call, stack, call.query.get("nested_depth", 0))
    store, bell = call.services.desks.store, call.services.bell or Bell()
    pause, quiet = SHORTEST, 0.0
    yield b": follows\n\n"
    with bell.listening(stack.root_id) as event:
        while True:
            event.clear()
            # What is read after the stack's state holds all that led to it.
            now = await _state(call, stack)
            page = await store.find_events(wanted)
            if page:
                pause, quiet = SHORTEST, 0.0
                wanted = replace(wanted, after=page[-1].number, marker=None)
                yield await family.told(page)
            elif now is None or now.status is not Status.IN_PROGRESS:
                yield _end(now)
                return
            elif quiet >= HEARTBEAT:
                quiet = 0.0
                yield b": waits\n\n"
            else:
                await heard(event, pause)
                pause, quiet = min(pause * GROWTH, LONGEST), quiet + pause


async def _state(call: Call, stack: StackRecord) -> StackRecord | None:
    try:
        return await call.services.desks.store.stack(stack.id)
    except NotFound:
        return None  # it was purged


class Family:
    """A stack and those below it, which come to be while somebody follows."""

    def __init__(self, call: Call, stack: StackRecord, depth: int) -> None:
        self._call = call
        self._lowest = stack.depth + depth
        self._members: dict[str, StackRecord | None] = {stack.id: stack}

    async def told(self, page: Sequence[EventRecord]) -> bytes:
        """Return the events of a page that belong to the family."""
        told = []
        for event in page:
            stack = await self._member(event.stack_id)
            if stack is not None:
                told.append(_message(event.number, "event", self._shown(event, stack)))
        return b"".join(told) or b": nothing of yours\n\n"

    def _shown(self, event: EventRecord, stack: StackRecord) -> Shown:
        shown = Events(self._call.url, {stack.id: stack}).shown(event)
        shown.resource_type = event.resource_type
        shown.stack_id, shown.stack_name = stack.id, stack.name
        return shown

    async def _member(self, stack_id: str) -> StackRecord | None:
        if stack_id not in self._members:
            try:
                stack = await self._call.services.desks.store.stack(stack_id)
            except NotFound:
                return None
            above = await self._member(stack.parent_id) if stack.parent_id else None
            is_member = above is not None and stack.depth <= self._lowest
            self._members[stack_id] = stack if is_member else None
        return self._members[stack_id]


def _end(stack: StackRecord | None) -> bytes:
    if stack is None:
        return _message(None, "end", {})
    told = {
        "stack_id": stack.id,
        "stack_name": stack.name,
        "stack_status": f"{stack.action}_{stack.status}",
        "stack_status_reason": stack.reason,
        "deletion_time": time_of(stack.deleted_at),
    }
    return _message(None, "end", told)


def _message(number: int | None, kind: str, value: Any) -> bytes:
    head = "" if number is None else f"id: {number}\n"
    return f"{head}event: {kind}\ndata: ".encode() + msgspec.json.encode(value) + b"\n\n"
