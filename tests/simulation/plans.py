"""Ask the engine what an update would do."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from calor.core.plan import Change, Kind, Rule, is_certain
from calor.core.state import Action, Status
from calor.engine.preview import StackPlan, preview
from calor.engine.texts import Definition
from calor.store.records import ResourceRecord
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


@dataclass(frozen=True)
class Done:
    """What was done to each resource of a stack, and in its child stacks."""

    kinds: Mapping[str, Kind]
    children: Mapping[str, "Done"]


async def done_by(world: World, request: Ask) -> Done:
    """Update, and return what was done."""
    seen = len(world.memory.history)
    rows = dict(world.memory.rows)
    await ask(world, request)
    await world.settle()
    return _Reader(rows, dict(world.memory.rows), world, seen).done(root_id(world))


@dataclass(frozen=True)
class _Reader:
    """Reads from the events what was done."""

    before: Mapping[str, ResourceRecord]
    after: Mapping[str, ResourceRecord]
    world: World
    seen: int

    def done(self, stack_id: str) -> Done:
        # What came and went on the way, as a roll-out's spare members do, was never there.
        told: dict[str, set[str]] = {name: set() for name in self._owners(stack_id)}
        for one in self.world.memory.history[self.seen :]:
            if one.stack_id == stack_id and one.resource_name in told:
                told[one.resource_name].add(one.action)
        children = {
            name: self.done(child.id)
            for name, owner in self._owners(stack_id).items()
            for child in self.world.memory.stacks.values()
            if child.owner_id == owner
        }
        return Done({name: _kind(actions) for name, actions in told.items()}, children)

    def _owners(self, stack_id: str) -> dict[str, str]:
        """Return the row of each name: the one that stays, else the one that went."""
        rows = (*self.before.values(), *self.after.values())
        return {row.name: row.id for row in rows if row.stack_id == stack_id}


def _kind(actions: set[str]) -> Kind:
    if {"CREATE", "DELETE"} <= actions:
        return Kind.REPLACE
    for action, kind in (("CREATE", Kind.CREATE), ("DELETE", Kind.DELETE), ("UPDATE", Kind.UPDATE)):
        if action in actions:
            return kind
    return Kind.KEEP


def unforeseen(plan: StackPlan, done: Done, where: str = "") -> dict[str, object]:
    """Return what was done otherwise than was said, in a stack and all below it.

    Every child stack is visited, so that a resource that is one shows as updated
    even if nothing in it is: whether it was to be is seen from what its child did.
    """
    wrongs: dict[str, object] = {}
    for name in done.kinds.keys() | plan.changes.keys():
        change, kind = plan.changes.get(name), done.kinds.get(name, Kind.KEEP)
        is_nested = name in done.children
        if change is None or not _is_as_foreseen(change, kind, is_nested=is_nested):
            wrongs[where + name] = (kind, change)
        if is_nested and name in plan.children:
            wrongs |= unforeseen(plan.children[name], done.children[name], f"{where}{name}.")
        elif is_nested:
            wrongs[where + name] = "nothing was said of its child"
    return wrongs


def untrue_to_children(plan: StackPlan) -> list[str]:
    """Return the stacks that are kept although something in them changes, or the reverse."""
    wrongs = []
    for name, child in plan.children.items():
        change = plan.changes[name]
        rules = {one.rule for one in change.reasons}
        if rules <= {Rule.UNCHANGED, Rule.CHILD} and child.is_empty is not (
            change.kind is Kind.KEEP
        ):
            wrongs.append(name)
        wrongs += [f"{name}.{one}" for one in untrue_to_children(child)]
    return wrongs


def _is_as_foreseen(change: Change, done: Kind, *, is_nested: bool) -> bool:
    """Return whether what was done is what was said.

    What rests on a value that nobody knew may turn out to be no change.
    """
    if is_nested and done is Kind.UPDATE:
        return change.kind in (Kind.KEEP, Kind.UPDATE)
    return done is change.kind or (done is Kind.KEEP and not is_certain(change))
