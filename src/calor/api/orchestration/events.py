"""What has happened to stacks."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from typing import Any, Final

import msgspec

from calor.api.call import Answer, Call, answer
from calor.api.faults import BadRequest
from calor.api.orchestration.event_rendering import Events
from calor.api.orchestration.family import family
from calor.api.orchestration.following import STREAM, follow
from calor.api.orchestration.identity import addressed
from calor.api.orchestration.resources import RESOURCE
from calor.api.orchestration.stacks import STACK
from calor.api.orchestration.words import in_words
from calor.api.query import Query
from calor.api.route import Route
from calor.api.streaming import listed
from calor.core.errors import NotFound
from calor.core.source import shorten
from calor.store.filters import EventFilter
from calor.store.records import StackRecord

CHUNK: Final = 500


async def index(call: Call) -> Answer:
    """List the events of a stack."""
    stack = await addressed(call, deleted=True)
    if call.query.get("follow", "false").lower() in ("", "true"):
        return await follow(call, stack, wanted_events(call.query))
    return await listed("events", _pages(call, stack, wanted_events(call.query)))


async def index_of_resource(call: Call) -> Answer:
    """List the events of a resource."""
    stack, name = await addressed(call, deleted=True), call.path["resource_name"]
    wanted = replace(wanted_events(call.query), resource_names=(name,))
    one = replace(wanted, stack_id=stack.id, marker=None, limit=1)
    if not await call.services.desks.store.find_events(one):
        raise NotFound(f"No events found for resource {shorten(name)}")
    return await listed("events", _pages(call, stack, wanted))


async def show(call: Call) -> Answer:
    """Show an event."""
    stack, event_id = await addressed(call, deleted=True), call.path["event_id"]
    event = await call.services.desks.store.event(stack.id, event_id)
    if event.resource_name != call.path["resource_name"]:
        raise NotFound(f"No event {shorten(event_id)} found")
    return answer({"event": Events(call.url, {stack.id: stack}).detailed(event)})


async def _pages(
    call: Call, stack: StackRecord, wanted: EventFilter
) -> AsyncIterator[list[msgspec.Raw]]:
    events = await shown_events(call, stack)
    store, left = call.services.desks.store, wanted.limit
    if len(events.stacks) == 1:
        wanted = replace(wanted, stack_id=stack.id)
    else:
        wanted = replace(wanted, stack_ids=tuple(events.stacks))
    while left is None or left > 0:
        size = CHUNK if left is None else min(CHUNK, left)
        page = await store.find_events(replace(wanted, limit=size))
        if page:
            yield [events.line(one) for one in page]
        if len(page) < size:
            return
        left = None if left is None else left - size
        wanted = replace(wanted, marker=None, after=page[-1].number)


async def shown_events(call: Call, stack: StackRecord) -> Events:
    """Return how the events of a stack are shown, and of those below if they are asked for."""
    depth = call.query.get("nested_depth", 0)
    stacks = {one.id: one for one in await family(call, stack, depth)}
    root = None
    if depth:
        is_root = stack.id == stack.root_id
        root = stack if is_root else await call.services.desks.store.stack(stack.root_id)
    return Events(call.url, stacks, root)


def wanted_events(query: Mapping[str, Any]) -> EventFilter:
    """Return what a query asks for, of any stack."""
    actions, statuses = in_words(query.get("resource_status", []), query.get("resource_action", []))
    return EventFilter(
        resource_names=tuple(query.get("resource_name", [])),
        resource_types=tuple(query.get("resource_type", [])),
        actions=actions,
        statuses=statuses,
        descending=_is_descending(query),
        marker=query.get("marker"),
        limit=query.get("limit"),
    )


def _is_descending(query: Mapping[str, Any]) -> bool:
    direction = query.get("sort_dir", "desc")
    if direction not in ("asc", "desc"):
        raise BadRequest(f"sort_dir is either asc or desc, not {shorten(direction)}")
    return bool(direction == "desc")


FILTERS: Final = ("resource_status", "resource_action", "resource_name", "resource_type")
QUERY: Final = (
    Query("limit", "How many at most.", int),
    Query("marker", "The id of the event after which to go on."),
    Query(
        "sort_keys",
        "What to sort by: event_time, which is what they are sorted by anyway.",
        many=True,
    ),
    Query("sort_dir", "asc or desc; the newest come first if not given."),
    Query("nested_depth", "How many levels of child stacks are listed, too.", int),
    *(Query(name, "Only events with this value.", many=True) for name in FILTERS),
)

ROUTES: Final = (
    Route(
        method="GET",
        path=f"{STACK}/events",
        policy="events:index",
        handle=index,
        summary="List the events of a stack, or follow them.",
        query=(*QUERY, Query("follow", "Send events as they happen, until the stack is at rest.")),
        answers="With `follow`: server-sent events, which go on behind a `Last-Event-ID`.",
        streams=STREAM,
    ),
    Route(
        method="GET",
        path=f"{RESOURCE}/events",
        policy="events:index",
        handle=index_of_resource,
        summary="List the events of a resource.",
        query=QUERY,
    ),
    Route(
        method="GET",
        path=f"{RESOURCE}/events/{{event_id}}",
        policy="events:show",
        handle=show,
        summary="Show an event.",
    ),
)
