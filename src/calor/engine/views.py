"""Use cases that only look: what a stack shows, and what an update would do."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from secrets import SystemRandom

from calor.core.errors import CalorError, NoSuchResource
from calor.core.source import shorten
from calor.core.state import Action
from calor.core.template.analysis import references
from calor.core.template.expression import Expression, evaluate
from calor.core.template.functions.references import follow
from calor.core.template.scope import StackScope
from calor.core.template.template import OutputDefinition
from calor.core.values import UNKNOWN, Unknown, Value
from calor.engine.archive import Reading
from calor.engine.desk import Desk
from calor.engine.kinds import Kinds
from calor.engine.loading import Workshop
from calor.engine.orders import Order
from calor.engine.preview import StackPlan, preview
from calor.engine.showing import Showing
from calor.engine.stack import LiveStack, best_rows
from calor.engine.tree import Library, LiveTree
from calor.store.records import ResourceRecord, StackRecord


@dataclass(frozen=True, slots=True)
class Shown:
    """An output: its value, or why there is none."""

    value: Value
    description: str = ""
    error: str | None = None


@dataclass(frozen=True, slots=True)
class FewRows:
    """What is known of some resources of a stack, none of which is a stack itself."""

    rows: Mapping[str, ResourceRecord]

    def reference(self, resource: str) -> Value:
        """Return a resource's reference id."""
        row = self.rows.get(resource)
        return row.notes.get("reference", row.name) if row else None

    def attribute(self, resource: str, path: tuple[Value, ...]) -> Value:
        """Return an attribute, or what lies along a path in it."""
        row = self.rows.get(resource)
        if row is None or row.action in (Action.INIT, Action.DELETE):
            return None
        if not path:
            return {name: value for name, value in row.attributes.items() if name != "show"}
        return follow(row.attributes, path, None, digits=False)


class Views(Desk):
    """The use cases that change nothing."""

    __slots__ = ()

    async def outputs(self, project: str, stack_id: str) -> dict[str, Shown]:
        """Return the outputs of a stack; those that a condition disables are null."""
        return await self.outputs_of(await self.live(project, stack_id))

    async def reading(self, record: StackRecord) -> Reading:
        """Return what a stack was last to be."""
        return await self.archive.reading(self.store, record)

    async def users(self, record: StackRecord) -> Mapping[str, list[str]]:
        """Return the names of those that need a resource, for each that is needed."""
        return await self.archive.users(self.store, record, Kinds(self.types))

    async def outputs_of(
        self, record: StackRecord, only: Collection[str] | None = None
    ) -> dict[str, Shown]:
        """Return outputs of a stack, all of them if none are named."""
        declared = (await self.reading(record)).template.outputs
        wanted = {name: one for name, one in declared.items() if only is None or name in only}
        if not wanted:
            return {}
        scope = await self._scope(record, wanted)
        return {name: shown(one, scope) for name, one in wanted.items()}

    async def _scope(
        self, record: StackRecord, outputs: Mapping[str, OutputDefinition]
    ) -> StackScope:
        """Return a scope in which outputs can be evaluated, having read as little as it takes."""
        read = await self.reading(record)
        scope = replace(read.scope(), run_yaql=self.run_yaql)
        names = _read_by(outputs, scope)
        if not names:
            return scope
        known = [name for name in names if isinstance(name, str)]
        rows = await self.store.resources_named(record.id, known)
        stacks = {one.owner_id for one in await self.store.children(record.id)}
        if len(known) < len(names) or any(row.id in stacks for row in rows):
            _, stack = await look(self, record.id)
            return stack.goal.scope
        return replace(scope, resources=FewRows(best_rows(record, rows)))

    async def row(self, record: StackRecord, name: str) -> ResourceRecord:
        """Return the resource that counts for a name; or `NoSuchResource`."""
        rows = best_rows(record, await self.store.resources_named(record.id, (name,)))
        if name not in rows:
            message = f"The Resource ({shorten(name)}) could not be found in Stack {record.name}."
            raise NoSuchResource(message)
        return rows[name]

    async def showing(self, record: StackRecord) -> Showing:
        """Return a stack whose resources can be looked at."""
        return Showing(*await look(self, record.id))

    async def preview(self, project: str, stack_id: str, order: Order) -> StackPlan:
        """Return what an update would do."""
        record = await self.live(project, stack_id)
        definition = await self.approved(order)
        tree, stack = await look(self, stack_id)
        tree.library.texts.update(definition.texts)
        template, environment, files = definition.digests
        record = replace(record, template=template, environment=environment, files=files)
        return preview(tree, stack, replace(record, action=Action.UPDATE))


async def look(desk: Desk, stack_id: str) -> tuple[LiveTree, LiveStack]:
    """Return a stack as it is stored now, with the tree that it belongs to."""
    record = await desk.store.stack(stack_id)
    tree = await workshop(desk).load(record.root_id)
    return tree, tree.stacks[stack_id]


def workshop(desk: Desk) -> Workshop:
    """Return what is needed to look at a tree."""
    return Workshop(
        desk.store,
        Kinds(desk.types),
        Library(),
        clock=desk.clock,
        random=SystemRandom(),
        run_yaql=desk.run_yaql,
        limits=desk.limits,
        clouds=desk.outside.clouds,
        addresses=desk.outside.addresses,
    )


def shown(output: OutputDefinition, scope: StackScope) -> Shown:
    """Return what an output shows."""
    try:
        is_there = scope.is_enabled(output.condition) is True
        value = evaluate(output.value, scope) if is_there else None
    except CalorError as problem:
        return Shown(None, output.description, str(problem))
    return Shown(None if value is UNKNOWN else value, output.description)


def _read_by(outputs: Mapping[str, OutputDefinition], scope: StackScope) -> set[str | Unknown]:
    """Return the resources that outputs read; unknown, where it takes a value to know."""
    return {
        one.resource
        for output in outputs.values()
        if isinstance(output.value, Expression)
        for one in references(output.value, scope)
    }
