"""Ask the engine what an update would do."""

from tests.simulation.requests import root_id
from tests.simulation.world import World

from calor.core.state import Action, Status
from calor.engine.preview import StackPlan, preview


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
