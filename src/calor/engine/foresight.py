"""Foresee what rows and child stacks become, before any of it has begun."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from calor.core.plan import Change, Kind
from calor.core.state import Action, Status
from calor.core.template.environment.resolution import Resolution
from calor.core.template.parameters.pseudo import StackIdentity, pseudo_parameters
from calor.core.values import UNKNOWN, Value, has_unknown
from calor.engine.children import environment_of, record_of, state_of
from calor.engine.forward import Visit
from calor.engine.rows import aimed_at, fresh_row, here_of, noted, remembered
from calor.engine.stack import Goal, LiveStack
from calor.engine.texts import digest_of, encode
from calor.engine.tree import LiveTree
from calor.plugin.nested import Child, Member, Phase, StackResource
from calor.store.records import ResourceRecord, StackRecord

MOST_PHASES = 1000
"""A roll-out in more phases is foreseen up to here."""


def becoming(visit: Visit, row: ResourceRecord, change: Change) -> ResourceRecord:
    """Return a row as it is once a change is made, as far as anybody knows."""
    is_new = change.kind in (Kind.CREATE, Kind.REPLACE)
    if is_new and row.action is not Action.INIT:
        row = fresh_row(visit.tree, visit.stack, visit.name, visit.wanted.type)
    unknown = dict.fromkeys((*row.attributes, *visit.kind.schema.attributes), UNKNOWN)
    aimed = aimed_at(row, visit.wanted, visit.stack, with_metadata=visit.resource.follows_metadata)
    return replace(
        noted(aimed, reference=UNKNOWN) if is_new else aimed,
        action=Action.CREATE if is_new else Action.UPDATE,
        status=Status.COMPLETE,
        attributes={**unknown, **visit.resource.foretell()},
        updated_at=visit.tree.now() + 1,  # what is yet to come begins later than all that was
    )


def last_phase(
    tree: LiveTree, parent: LiveStack, row: ResourceRecord, resource: StackResource
) -> Phase | None:
    """Return what a row's child stack is to become in the end; none if nobody can know yet."""
    row = noted(row, phases=None, pause_until=None)
    here, child, last = here_of(tree, parent, row), state_of(tree, row), None
    try:
        for done in range(1, MOST_PHASES + 1):
            phase = resource.next_phase(here, child)
            if phase is None:
                break
            child, last = _after(child, phase, done, here.now()), phase
    except (AttributeError, TypeError, ValueError):
        # The type reckons with a value that is not there yet: what it will do is unknown, too.
        if has_unknown([dict(row.properties), dict(row.definition)]):
            return None
        raise
    parent.rows[row.id] = remembered(tree, row, here)
    return last


def _after(child: Child | None, phase: Phase, done: int, now: float) -> Child:
    """Return a child stack as its type will see it when a phase is done."""
    known = {one.name: one for one in child.members} if child else {}
    definitions: Mapping[str, Mapping[str, Value]] = phase.template.get("resources") or {}
    members = tuple(
        _member(known.get(name), name, definition, now) for name, definition in definitions.items()
    )
    return Child(members=members, outputs=child.outputs if child else {}, phases=done)


def _member(known: Member | None, name: str, definition: Mapping[str, Value], now: float) -> Member:
    if known is not None:
        return replace(known, definition=definition, action=Action.UPDATE, status=Status.COMPLETE)
    return Member(
        name=name,
        definition=definition,
        action=Action.CREATE,
        status=Status.COMPLETE,
        created_at=now,
        reference_id=UNKNOWN,
    )


def child_record(
    tree: LiveTree, parent: LiveStack, row: ResourceRecord, phase: Phase, resolution: Resolution
) -> StackRecord:
    """Return the record that a row's child stack has in a phase."""
    environment = environment_of(parent, row, phase, resolution)
    template = _name(tree, phase.template, msgspec.json.encode)
    return record_of(tree, parent, row, (template, _name(tree, environment, encode)))


def _name(tree: LiveTree, value: Any, write: Callable[[Any], bytes]) -> str:
    """Return what a template or an environment is called that is only imagined."""
    if has_unknown(value):
        return tree.library.imagine(value)
    text = write(value)
    tree.library.texts[digest_of(text)] = text
    return digest_of(text)


def nameless(goal: Goal) -> Goal:
    """Return the goal of a stack that is yet to be made: nobody knows what it will be called."""
    scope = goal.scope
    unknown = pseudo_parameters(goal.template.dialect.language, StackIdentity())
    return replace(goal, scope=replace(scope, parameters={**scope.parameters, **unknown}))
