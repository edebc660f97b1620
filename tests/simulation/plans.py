"""Ask the engine what an update would do."""

from collections.abc import Mapping
from dataclasses import replace

from calor.core.plan import Change, Kind, is_certain
from calor.core.state import Action, Status
from calor.engine.preview import StackPlan, preview
from calor.engine.texts import Definition
from tests.simulation.requests import Ask, ask, root_id
from tests.simulation.world import World


async def replan(world: World) -> list[str]:
    """Return what an update to the same goal would still do to a stack that is complete."""
    record = world.memory.stacks[root_id(world)]
    building = (Action.CREATE, Action.UPDATE, Action.ROLLBACK)
    if record.deleted_at or record.status is not Status.COMPLETE or record.action not in building:
        return []
    tree = await world.load(record.id)
    plan: StackPlan = preview(tree, tree.stacks[record.id], record)
    if plan.is_empty:
        return []
    return [f"the plan after the update is not empty: {dict(plan.changes)}"]


async def foresee(world: World, request: Ask) -> StackPlan:
    """Return what an update would do."""
    record = world.memory.stacks[root_id(world)]
    order = request.order()
    definition = Definition.of(order.template or {}, order.environment, order.files)
    template, environment, files = definition.digests
    record = replace(record, template=template, environment=environment, files=files)
    tree = await world.load(record.id)
    tree.library.texts.update(definition.texts)
    return preview(tree, tree.stacks[record.id], record)


async def done_by(world: World, request: Ask) -> Mapping[str, Kind]:
    """Update, and return what was done to each resource of the root stack."""
    root = root_id(world)
    seen = len(world.memory.history)
    before = {row.name for row in world.memory.rows.values() if row.stack_id == root}
    await ask(world, request)
    await world.settle()
    told: dict[str, set[str]] = {name: set() for name in before}
    for one in world.memory.history[seen:]:
        if one.stack_id == root and one.physical_id != root:
            told.setdefault(one.resource_name, set()).add(one.action)
    return {name: _kind(actions) for name, actions in told.items()}


def _kind(actions: set[str]) -> Kind:
    if {"CREATE", "DELETE"} <= actions:
        return Kind.REPLACE
    for action, kind in (("CREATE", Kind.CREATE), ("DELETE", Kind.DELETE), ("UPDATE", Kind.UPDATE)):
        if action in actions:
            return kind
    return Kind.KEEP


def is_as_foreseen(change: Change, done: Kind, *, is_nested: bool) -> bool:
    """Return whether what was done is what was said.

    A child stack is always looked into, so that it shows as an update at least;
    what rests on a value that nobody knew may turn out to be no change.
    """
    if is_nested and done is Kind.UPDATE:
        return change.kind in (Kind.KEEP, Kind.UPDATE)
    return done is change.kind or (done is Kind.KEEP and not is_certain(change))
