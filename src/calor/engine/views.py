"""Use cases that only look: what a stack shows, and what an update would do."""

from dataclasses import dataclass, replace
from secrets import SystemRandom

from calor.core.errors import CalorError
from calor.core.state import Action
from calor.core.template.expression import evaluate
from calor.core.values import Value
from calor.engine.desk import Desk
from calor.engine.kinds import Kinds
from calor.engine.loading import Workshop
from calor.engine.orders import Order
from calor.engine.preview import StackPlan, preview
from calor.engine.stack import LiveStack
from calor.engine.tree import Library, LiveTree


@dataclass(frozen=True, slots=True)
class Shown:
    """An output: its value, or why there is none."""

    value: Value
    description: str = ""
    error: str | None = None


class Views(Desk):
    """The use cases that change nothing."""

    __slots__ = ()

    async def outputs(self, project: str, stack_id: str) -> dict[str, Shown]:
        """Return the outputs of a stack; those that a condition disables are null."""
        await self.live(project, stack_id)
        _, stack = await look(self, stack_id)
        return {name: _shown(stack, name) for name in stack.goal.template.outputs}

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
    workshop = Workshop(
        desk.store,
        Kinds(desk.types),
        Library(),
        clock=desk.clock,
        random=SystemRandom(),
        run_yaql=desk.run_yaql,
        limits=desk.limits,
    )
    tree = await workshop.load(record.root_id)
    return tree, tree.stacks[stack_id]


def _shown(stack: LiveStack, name: str) -> Shown:
    output, scope = stack.goal.template.outputs[name], stack.goal.scope
    try:
        is_there = scope.is_enabled(output.condition) is True
        value = evaluate(output.value, scope) if is_there else None
    except CalorError as problem:
        return Shown(None, output.description, str(problem))
    return Shown(value, output.description)
