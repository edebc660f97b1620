"""What must be true after every run, whatever has died in between."""

import logging
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

from calor.core.state import Action, Status
from calor.engine.signals import SIGNAL
from calor.store.records import EventRecord, ResourceRecord, StackRecord
from tests.simulation.requests import root_id
from tests.simulation.things import SECRET
from tests.simulation.world import World

Sameness: TypeAlias = Literal["exact", "alike", "count", "stack"]


def problems(world: World) -> list[str]:
    """Return everything that is wrong with a world at rest."""
    return [
        *world.cloud.wrongs,
        *_orphans(world),
        *_missing(world),
        *_illegal_events(world),
        *_late_events(world),
        *_told(world),
        *(f"logged: {line}" for level, line in world.log.lines if level >= logging.ERROR),
    ]


def _orphans(world: World) -> Iterator[str]:
    owners = Counter(row.physical_id for row in world.memory.rows.values())
    for one in world.cloud.present():
        row = world.memory.rows.get(one.token)
        is_to_be_found = row is not None and row.physical_id is None and row.status == "FAILED"
        if owners[one.id] > 1:
            yield f"{one.name} ({one.id}) belongs to {owners[one.id]} rows"
        elif not owners[one.id] and not is_to_be_found:
            yield f"{one.name} ({one.id}) belongs to nobody"
    tokens = Counter(one.token for one in world.cloud.present())
    yield from (f"{token} was made {n} times" for token, n in tokens.items() if n > 1)


def _missing(world: World) -> Iterator[str]:
    present = {one.id for one in world.cloud.present()}
    for row in world.memory.rows.values():
        is_made = row.status is Status.COMPLETE and row.action is not Action.INIT
        if row.type.startswith("Sim::") and is_made and row.physical_id not in present:
            yield f"{row.name} is {row.action}_COMPLETE, but {row.physical_id} is not there"


def _illegal_events(world: World) -> Iterator[str]:
    """Check that nothing ends that has not begun, and that the last word is the row's state."""
    begun: set[tuple[str, str, str]] = set()
    for one in _deeds(world):
        key = (one.stack_id, one.resource_name, one.action)
        if one.status is Status.IN_PROGRESS:
            begun.add(key)
        elif one.status is Status.COMPLETE and key not in begun:
            yield f"{one.resource_name} is {one.action}_COMPLETE without having begun"
    last = {(one.stack_id, one.resource_name): one for one in world.memory.history}
    for stack in world.memory.stacks.values():
        if stack.parent_id is None:
            said = last.get((stack.id, stack.name))
            if said and (said.action, said.status) != (stack.action, stack.status):
                yield f"the last event says {said.action}_{said.status}, but not the stack"


def _deeds(world: World) -> list[EventRecord]:
    """Return the events that tell what was done; signals come whenever they like."""
    return [one for one in world.memory.history if one.action != SIGNAL]


def _late_events(world: World) -> Iterator[str]:
    """Check that nothing happens to the resources of a stack that has come to rest."""
    begun: Counter[str] = Counter()
    for one in _deeds(world):
        if one.physical_id == one.stack_id:
            begun[one.stack_id] += 1 if one.status is Status.IN_PROGRESS else -1
        elif begun[one.stack_id] < 1:
            yield f"{one.resource_name} {one.action}_{one.status} after its stack came to rest"


def _told(world: World) -> Iterator[str]:
    """Look for the secret wherever people look."""
    for event in world.memory.history:
        if SECRET in str(event):
            yield f"an event tells a secret: {event}"
    reasons = [one.reason for one in world.memory.rows.values()]
    reasons += [one.reason for one in world.memory.stacks.values()]
    yield from (f"a reason tells a secret: {one}" for one in reasons if SECRET in one)
    yield from (f"a log tells a secret: {line}" for _, line in world.log.lines if SECRET in line)


def left_over(world: World) -> list[str]:
    """Return what a deleted stack has left behind."""
    return [
        *(f"thing {one.name} is left" for one in world.cloud.present()),
        *(f"row {one.name} is left" for one in world.memory.rows.values()),
        *(f"secret of {one} is left" for one in world.memory.secrets),
        *(
            f"stack {one.name} is left: {one.action}_{one.status} {one.reason}"
            for one in world.memory.stacks.values()
            if one.deleted_at is None
        ),
    ]


def out_of_order(world: World) -> list[str]:
    """Return which things were made before what they were built upon was ready."""
    rows = world.memory.rows
    made = {one.id: one for one in world.cloud.things.values()}
    return [
        f"{row.name} was made before {rows[need].name}"
        for row in rows.values()
        for need in row.requires
        if (it := made.get(row.physical_id or ""))
        and (on := made.get(rows[need].physical_id or ""))
        if it.made_at < on.built_at
    ]


def shape(world: World, sameness: Sameness) -> Mapping[str, Any]:
    """Return the state of everything, with names in place of ids."""
    names = {one.id: one.name for one in world.cloud.things.values()}
    stacks = {one.id: one for one in world.memory.stacks.values() if one.deleted_at is None}
    root = world.memory.stacks[root_id(world)]
    state = {"stack": f"{root.action}_{root.status}"}
    if sameness == "stack":
        return state
    if sameness == "count":
        return state | {"things": len(world.cloud.present()), "heard": _heard(world)}
    return state | {
        "rows": sorted(
            [*_path(stacks, world.memory.rows, row), *_row_shape(row, names, sameness)]
            for row in world.memory.rows.values()
        ),
        "things": sorted(
            f"{one.name} {_named(one.values, names)} {one.is_suspended}"
            for one in world.cloud.present()
        ),
    }


def _heard(world: World) -> Mapping[str, Any]:
    """Return the signals that handles keep."""
    rows = world.memory.rows.values()
    return {one.name: dict(one.metadata) for one in rows if one.type.endswith("Handle")}


def _path(
    stacks: Mapping[str, StackRecord], rows: Mapping[str, ResourceRecord], row: ResourceRecord
) -> list[str]:
    stack = stacks.get(row.stack_id)
    owner = rows.get(stack.owner_id or "") if stack else None
    above = _path(stacks, rows, owner) if owner else []
    return ["/".join([*above, row.name])]


def _row_shape(row: ResourceRecord, names: Mapping[str, str], sameness: Sameness) -> list[str]:
    state = f"{row.action}_{row.status}" if sameness == "exact" else str(row.status)
    if row.type.startswith("Sim::"):
        return [state, str(_named(row.properties, names)), str(_named(row.attributes, names))]
    return [state]


def _named(values: Any, names: Mapping[str, str]) -> Any:
    if isinstance(values, Mapping):
        return {key: _named(one, names) for key, one in sorted(values.items())}
    if isinstance(values, list | tuple):
        return [_named(one, names) for one in values]
    return names.get(values, values) if isinstance(values, str) else values
