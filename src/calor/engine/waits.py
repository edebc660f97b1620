"""What the unfinished resources of a stack wait for."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from calor.core.state import Action, Status
from calor.engine.stack import LiveStack
from calor.engine.tree import LiveTree
from calor.store.records import ResourceRecord

UPWARD: Final = frozenset({Action.DELETE, Action.SUSPEND})
"""What is done to a resource after it was done to those that were built upon it."""
WALKS: Final = UPWARD | {Action.RESUME, Action.CHECK, Action.SNAPSHOT}
"""What is done to the resources that are there, without asking the template."""


class Cause(StrEnum):
    """What something may wait for."""

    RESOURCE = "resource"
    HOOK = "hook"
    PAUSE = "pause"
    CHILD = "child"
    CLOUD = "cloud"
    ENGINE = "engine"


@dataclass(frozen=True, slots=True)
class Wait:
    """One thing that somebody waits for: which resource, hook or stack, or until when."""

    cause: Cause
    name: str | None = None
    until: float | None = None


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A resource that has not become what it is to be."""

    stack: LiveStack
    name: str
    row: ResourceRecord | None
    waits: tuple[Wait, ...]


def unfinished(tree: LiveTree, stack: LiveStack) -> Iterator[Unfinished]:
    """Give what is unfinished in a stack and in those below it."""
    for one in (stack, *tree.below(stack)):
        if one.record.status is Status.IN_PROGRESS:
            yield from (_walked if one.record.action in WALKS else _planned)(tree, one)


def _planned(tree: LiveTree, stack: LiveStack) -> Iterator[Unfinished]:
    """Give what the template still wants to be made, then what is to go after that."""
    open_names: set[str] = set()
    for name in stack.goal.graph.order():
        needs = [need for need in stack.goal.graph.needs.get(name, ()) if need in open_names]
        row = stack.row(name)
        if not needs and _is_done(stack, row):
            continue
        open_names.add(name)
        waits = _at_work(tree, stack, row) if row else ()
        yield Unfinished(stack, name, row, waits or _named(needs))
    for row in stack.obsolete():
        waits = _at_work(tree, stack, row)
        if waits or not _is_over(stack, row):
            yield Unfinished(stack, row.name, row, waits or _named(sorted(open_names)))


def _walked(tree: LiveTree, stack: LiveStack) -> Iterator[Unfinished]:
    rows = {row.id: row for row in stack.rows.values() if not _is_over(stack, row)}
    users: dict[str, list[str]] = {}
    for row in rows.values():
        for required in row.requires:
            users.setdefault(required, []).append(row.name)
    for row in rows.values():
        if stack.record.action in UPWARD:
            before = users.get(row.id, [])
        else:
            before = [rows[one].name for one in row.requires if one in rows]
        yield Unfinished(stack, row.name, row, _at_work(tree, stack, row) or _named(before))


def _is_done(stack: LiveStack, row: ResourceRecord | None) -> bool:
    """Return whether a resource is as wanted; one that is kept looks as it did before."""
    if row is None or row.action in (Action.INIT, Action.DELETE) or _hook(stack, row):
        return False
    return row.status is Status.COMPLETE or _is_over(stack, row)


def _is_over(stack: LiveStack, row: ResourceRecord) -> bool:
    """Return whether nothing more is done to a resource for the stack's present goal."""
    is_ours = row.traversal == stack.record.traversal and row.status is not Status.IN_PROGRESS
    return is_ours and stack.record.action in (row.action, Action.UPDATE, Action.CREATE)


def _at_work(tree: LiveTree, stack: LiveStack, row: ResourceRecord) -> tuple[Wait, ...]:
    if hook := _hook(stack, row):
        return (Wait(Cause.HOOK, hook),)
    if (until := row.notes.get("pause_until")) is not None:
        return (Wait(Cause.PAUSE, until=until),)
    if row.status is not Status.IN_PROGRESS:
        return ()
    child = tree.child_of(row.id)
    if child is not None and child.record.status is Status.IN_PROGRESS:
        return (Wait(Cause.CHILD, child.record.name),)
    return (Wait(Cause.CLOUD, row.physical_id),)


def _hook(stack: LiveStack, row: ResourceRecord) -> str | None:
    hook, traversal = row.notes.get("hook") or (None, 0)
    return hook if traversal == stack.record.traversal else None


def _named(names: list[str]) -> tuple[Wait, ...]:
    return tuple(Wait(Cause.RESOURCE, name) for name in names) or (Wait(Cause.ENGINE),)
