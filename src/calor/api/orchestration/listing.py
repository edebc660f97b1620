"""Lists of stacks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from calor.api.call import Answer, Call, answer
from calor.api.faults import BadRequest
from calor.api.orchestration.ordering import tags_of
from calor.api.orchestration.rendering import Link, summary
from calor.api.orchestration.words import in_words
from calor.api.query import Query
from calor.api.route import Route
from calor.core.source import shorten
from calor.store.filters import NEWEST_FIRST, Order, StackFilter, StackKey
from calor.store.records import StackRecord

CHUNK: Final = 500
KEYS: Final[Mapping[str, StackKey]] = {
    "stack_name": StackKey.NAME,
    "stack_status": StackKey.STATUS,
    "creation_time": StackKey.CREATED,
    "updated_time": StackKey.UPDATED,
}
SEEN_ONLY: Final[Mapping[str, Callable[[StackRecord], Any]]] = {
    "tenant": lambda one: one.project,
    "username": lambda one: one.user,
    "stack_owner": lambda one: one.user,
    "owner_id": lambda one: one.parent_id,
    "parent": lambda one: one.parent_id,
    "stack_status_reason": lambda one: one.reason,
    "disable_rollback": lambda one: str(one.disable_rollback).lower(),
    "timeout_mins": lambda one: str(one.timeout_mins),
    "stack_user_project_id": lambda one: one.details.get("user_project"),
}
"""Filters that no store knows: each stack is looked at."""


async def index(call: Call) -> Answer:
    """List stacks."""
    query = call.query
    is_global = query.get("global_tenant", False)
    if is_global:
        call.enforce("stacks:global_index")
    wanted = _filter(call, None if is_global else call.project)
    tests = [
        (look, {one.lower() if name == "disable_rollback" else one for one in query[name]})
        for name, look in SEEN_ONLY.items()
        if name in query
    ]
    stacks = await _found(call, wanted, tests)
    told: dict[str, Any] = {"stacks": [summary(call, one) for one in stacks]}
    if wanted.limit and len(stacks) == wanted.limit:
        told["links"] = [Link(_next(call, stacks[-1].id), "next")]
    if query.get("with_count"):
        told["count"] = await _count(call, replace(wanted, marker=None, limit=None), tests)
    return answer(told)


async def detail(call: Call) -> Answer:
    """List all stacks of the project."""
    wanted = StackFilter(project=call.project, hidden_tags=call.services.settings.hidden_tags)
    stacks = await call.services.desks.store.find_stacks(wanted)
    return answer({"stacks": [summary(call, one) for one in stacks]})


def _filter(call: Call, project: str | None) -> StackFilter:
    query = call.query
    actions, statuses = in_words(
        query.get("status", []) + query.get("stack_status", []),
        query.get("action", []) + query.get("stack_action", []),
    )
    hidden = () if query.get("show_hidden") else call.services.settings.hidden_tags
    return StackFilter(
        project=project,
        names=tuple(query.get("name", []) + query.get("stack_name", [])),
        ids=tuple(query.get("id", [])),
        actions=actions,
        statuses=statuses,
        tags=tags_of(query.get("tags")),
        tags_any=tags_of(query.get("tags_any")),
        not_tags=tags_of(query.get("not_tags")),
        not_tags_any=tags_of(query.get("not_tags_any")),
        hidden_tags=hidden,
        show_deleted=query.get("show_deleted", False),
        show_nested=query.get("show_nested", False) or "owner_id" in query or "parent" in query,
        order=_order(query),
        marker=query.get("marker"),
        limit=query.get("limit"),
    )


def _order(query: Mapping[str, Any]) -> tuple[Order, ...]:
    words = [word for text in query.get("sort_keys", []) for word in text.split(",")]
    keys = [KEYS[word] for word in dict.fromkeys(words) if word in KEYS]
    direction = query.get("sort_dir", "asc" if keys else "desc")
    if direction not in ("asc", "desc"):
        raise BadRequest(f"sort_dir is either asc or desc, not {shorten(direction)}")
    orders = tuple(Order(key, descending=direction == "desc") for key in keys)
    return orders or tuple(replace(one, descending=direction == "desc") for one in NEWEST_FIRST)


Tests = Sequence[tuple[Callable[[StackRecord], Any], set[str]]]


async def _found(call: Call, wanted: StackFilter, tests: Tests) -> list[StackRecord]:
    store = call.services.desks.store
    if tests:
        return await _looked_through(call, wanted, tests)
    if wanted.limit is not None:
        return list(await store.find_stacks(wanted))
    # To leave a few out is less work than a query that knows tags.
    hidden = set(wanted.hidden_tags)
    stacks = await store.find_stacks(replace(wanted, hidden_tags=()))
    return [one for one in stacks if hidden.isdisjoint(one.tags)]


async def _looked_through(call: Call, wanted: StackFilter, tests: Tests) -> list[StackRecord]:
    most, wanted = wanted.limit, replace(wanted, limit=CHUNK)
    found: list[StackRecord] = []
    while most is None or len(found) < most:
        page = await call.services.desks.store.find_stacks(wanted)
        found += [one for one in page if all(look(one) in values for look, values in tests)]
        if len(page) < CHUNK:
            break
        wanted = replace(wanted, marker=page[-1].id)
    return found[:most]


async def _count(call: Call, wanted: StackFilter, tests: Tests) -> int:
    if not tests:
        return await call.services.desks.store.count_stacks(wanted)
    return len(await _looked_through(call, wanted, tests))


def _next(call: Call, marker: str) -> str:
    pairs = [(key, one) for key, one in parse_qsl(call.raw_query) if key != "marker"]
    return f"{call.url}{call.where}?{urlencode([*pairs, ('marker', marker)])}"


def _filters() -> tuple[Query, ...]:
    names = ("id", "status", "name", "action", "stack_name", "stack_action", "stack_status")
    return tuple(
        Query(name, "Only stacks with this value.", many=True) for name in (*names, *SEEN_ONLY)
    )


ROUTES: Final = (
    Route(
        method="GET",
        path="/v1/{project}/stacks",
        policy="stacks:index",
        handle=index,
        summary="List stacks.",
        query=(
            Query("limit", "How many at most.", int),
            Query("marker", "The id of the stack after which to go on."),
            Query("sort_keys", f"What to sort by: {', '.join(KEYS)}.", many=True),
            Query("sort_dir", "asc or desc."),
            Query("show_deleted", "Whether those that were deleted are listed, too.", bool),
            Query("show_nested", "Whether child stacks are listed, too.", bool),
            Query("show_hidden", "Whether stacks with a hidden tag are listed, too.", bool),
            Query("tags", "Only stacks with all of these tags, separated by commas."),
            Query("tags_any", "Only stacks with one of these tags."),
            Query("not_tags", "Only stacks that do not have all of these tags."),
            Query("not_tags_any", "Only stacks with none of these tags."),
            Query("with_count", "Whether the number of all stacks is told, too.", bool),
            Query("global_tenant", "Whether the stacks of all projects are listed.", bool),
            *_filters(),
        ),
    ),
    Route(
        method="GET",
        path="/v1/{project}/stacks/detail",
        policy="stacks:detail",
        handle=detail,
        summary="List all stacks, whatever their number.",
    ),
)
