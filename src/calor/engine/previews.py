"""Use cases that tell what would become of a stack, resource by resource."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from calor.core.errors import AlreadyThere, NotFound
from calor.core.state import Action
from calor.core.template.parameters.values import MASK
from calor.core.values import UNKNOWN, Value
from calor.engine.archive import Reading
from calor.engine.orders import Order, ordered, overlaid
from calor.engine.preview import StackPlan, foresee
from calor.engine.service import Stacks
from calor.engine.texts import Definition
from calor.engine.tree import LiveTree
from calor.engine.views import look, workshop
from calor.store.records import StackRecord

UNMADE: Final = "None"
"""The id of a stack that is yet to be made, in the word that clients know."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """A plan, and the tree before and after it; before a stack is made there is nothing."""

    plan: StackPlan
    record: StackRecord
    after: LiveTree
    before: LiveTree | None = None

    def reading(self) -> Reading:
        """Return the stack's template with the values it was given."""
        goal = self.after.stacks[self.record.id].goal
        scope = goal.scope
        return Reading(goal.template, goal.environment, scope.files, scope.parameters)

    def hidden_values(self) -> list[Value]:
        """Return the values of hidden parameters, which must not be shown."""
        trees = [self.after] if self.before is None else [self.after, self.before]
        return [value for tree in trees for value in _hidden(tree)]


class Previews(Stacks):
    """The use cases that say what another one would do."""

    __slots__ = ()

    async def preview_new(self, project: str, name: str, order: Order) -> Forecast:
        """Return what a new stack would be."""
        await self._refuse_taken(project, name)
        record, ledger = await self.new_stack(project, name, order, Action.CREATE)
        record = replace(record, id=UNMADE, root_id=UNMADE)
        tree = await workshop(self).empty(record)
        tree.library.texts.update(ledger.texts)
        return Forecast(foresee(tree, record, {}), record, tree)

    async def preview_update(self, project: str, stack_id: str, order: Order) -> Forecast:
        """Return what an update would do."""
        record = await self.live(project, stack_id)
        stored = ordered(await self.definition(record))
        return await self._preview(record, await self.approved_update(order, stored))

    async def preview_patch(
        self, project: str, stack_id: str, order: Order, clear: Collection[str] = ()
    ) -> Forecast:
        """Return what an update would do that names only what is to differ."""
        record = await self.live(project, stack_id)
        stored = ordered(await self.definition(record))
        return await self._preview(
            record, await self.approved_update(overlaid(order, stored, clear), stored)
        )

    async def _preview(self, record: StackRecord, definition: Definition) -> Forecast:
        before, stack = await look(self, record.id)
        before.library.texts.update(definition.texts)
        template, environment, files = definition.digests
        record = replace(
            record,
            action=Action.UPDATE,
            template=template,
            environment=environment,
            files=files,
        )
        after = before.imagined()
        return Forecast(foresee(after, record, stack.rows), record, after, before)

    async def _refuse_taken(self, project: str, name: str) -> None:
        try:
            await self.store.stack_named(project, name)
        except NotFound:
            return
        raise AlreadyThere(f"The Stack ({name}) already exists.")


def _hidden(tree: LiveTree) -> Iterator[Value]:
    for stack in tree.stacks.values():
        values = stack.goal.scope.parameters
        for name, declared in stack.goal.template.parameters.items():
            if declared.hidden and values.get(name, UNKNOWN) not in (UNKNOWN, "", None):
                yield values[name]


def fit_to_show(value: Value, hidden: Collection[Value]) -> Any:
    """Return a value without what is hidden or unknown in it."""
    if value is UNKNOWN:
        return None
    if any(value == one for one in hidden):
        return MASK
    match value:
        case str():
            for one in hidden:
                value = value.replace(one, MASK) if isinstance(one, str) else value
            return value
        case dict():
            return {key: fit_to_show(one, hidden) for key, one in value.items()}
        case list() | tuple():
            return [fit_to_show(one, hidden) for one in value]
        case _:
            return value
