"""The resources of a stack."""

from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Final

from calor.api.call import Answer, Call, answer
from calor.api.orchestration.family import family
from calor.api.orchestration.identity import addressed
from calor.api.orchestration.resource_rendering import Page, Shown
from calor.api.orchestration.stacks import STACK
from calor.api.orchestration.words import in_words
from calor.api.query import Query
from calor.api.route import Route
from calor.api.streaming import listed
from calor.engine.showing import Showing
from calor.engine.stack import best_rows
from calor.store.records import ResourceLine, StackRecord

CHUNK: Final = 500
RESOURCE: Final = f"{STACK}/resources/{{resource_name}}"


async def index(call: Call) -> Answer:
    """List resources."""
    stack = await addressed(call, deleted=True)
    stacks = await family(call, stack, call.query.get("nested_depth", 0))
    return await listed("resources", _pages(call, stacks))


async def _pages(call: Call, stacks: Sequence[StackRecord]) -> AsyncIterator[list[Shown]]:
    wanted = _Wanted(call.query)
    detail = call.query.get("with_detail", False)
    for stack in stacks:
        page = await _page(call, stack)
        showing = await call.services.desks.views.showing(stack) if detail else None
        async for lines in _lines(call, stack):
            chosen = [one for one in lines if wanted.is_met(one)]
            shown = [page.shown(one) for one in chosen]
            if showing is not None:
                for one, told in zip(chosen, shown, strict=True):
                    await _fill_in(told, showing, one.id)
            if shown:
                yield shown


async def _page(call: Call, stack: StackRecord) -> Page:
    desks = call.services.desks
    users = await desks.views.users(stack)
    children = await desks.store.children(stack.id)
    return Page.of(call, stack, users, {one.owner_id or "": one for one in children})


async def _lines(call: Call, stack: StackRecord) -> AsyncIterator[Sequence[ResourceLine]]:
    """Give the resources of a stack in pages; of those of one name, only what counts."""
    store = call.services.desks.store
    lines = await store.list_resources(stack.id, most=CHUNK)
    if len(lines) < CHUNK:
        names: Sequence[str] = [
            name for name, count in Counter(one.name for one in lines).items() if count > 1
        ]
    else:
        names = await store.doubled_names(stack.id)
    kept = best_rows(stack, await store.resources_named(stack.id, names)) if names else {}
    while lines:
        yield [one for one in lines if one.name not in kept or kept[one.name].id == one.id]
        if len(lines) < CHUNK:
            return
        lines = await store.list_resources(stack.id, after=lines[-1], most=CHUNK)


class _Wanted:
    """Which resources are asked for."""

    def __init__(self, query: Mapping[str, Any]) -> None:
        self._types = query.get("type", [])
        actions, statuses = in_words(query.get("status", []), query.get("action", []))
        self._several = [
            (place, set(values))
            for place, values in (
                (ResourceLine._fields.index("name"), query.get("name")),
                (ResourceLine._fields.index("id"), query.get("id")),
                (ResourceLine._fields.index("physical_id"), query.get("physical_resource_id")),
                (ResourceLine._fields.index("action"), actions),
                (ResourceLine._fields.index("status"), statuses),
            )
            if values
        ]

    def is_met(self, line: ResourceLine) -> bool:
        """Return whether a resource is among them."""
        return all(line[place] in values for place, values in self._several) and (
            not self._types or any(one in line.type for one in self._types)
        )


async def show(call: Call) -> Answer:
    """Show a resource with its attributes."""
    stack = await addressed(call)
    views = call.services.desks.views
    row, showing = await views.row(stack, call.path["resource_name"]), await views.showing(stack)
    told = (await _page(call, stack)).shown(row)
    await _fill_in(told, showing, row.id, call.query.get("with_attr", ()))
    return answer({"resource": told})


async def _fill_in(told: Shown, showing: Showing, row_id: str, wanted: Sequence[str] = ()) -> None:
    told.description = showing.description(row_id)
    told.attributes = await showing.attributes(row_id, wanted)


async def metadata(call: Call) -> Answer:
    """Give the metadata of a resource."""
    stack = await addressed(call)
    row = await call.services.desks.views.row(stack, call.path["resource_name"])
    return answer({"metadata": row.metadata})


FILTERS: Final = ("type", "status", "name", "action", "id", "physical_resource_id")

ROUTES: Final = (
    Route(
        method="GET",
        path=f"{STACK}/resources",
        policy="resource:index",
        handle=index,
        summary="List the resources of a stack.",
        query=(
            Query("nested_depth", "How many levels of child stacks are listed, too.", int),
            Query("with_detail", "Whether attributes are shown.", bool),
            *(Query(name, "Only resources with this value.", many=True) for name in FILTERS),
        ),
        closed_query=True,
    ),
    Route(
        method="GET",
        path=RESOURCE,
        policy="resource:show",
        handle=show,
        summary="Show a resource.",
        query=(Query("with_attr", "An attribute to show beyond what is shown.", many=True),),
    ),
    Route(
        method="GET",
        path=f"{RESOURCE}/metadata",
        policy="resource:metadata",
        handle=metadata,
        summary="Give the metadata of a resource.",
    ),
)
