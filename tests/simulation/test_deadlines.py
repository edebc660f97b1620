"""Whatever is being done to a stack ends some time."""

import asyncio
from dataclasses import replace

import pytest

from calor.core.state import Action
from tests.simulation.cases import SUBJECTS
from tests.simulation.loop import run_virtually
from tests.simulation.requests import Ask, ask, root_id
from tests.simulation.world import new_world, seeded

SINGLE = SUBJECTS[0]


@pytest.mark.parametrize("is_cancelled", [True, False])
def test_a_rollback_has_all_the_time_of_an_action(is_cancelled: bool):
    async def main() -> None:
        world = new_world()
        world.start()
        await ask(world, replace(SINGLE.made, verb="create", timeout_mins=2))
        await world.settle()
        await ask(world, SINGLE.changed if is_cancelled else replace(SINGLE.spoilt, rollback=True))
        await asyncio.sleep(0.1)
        if is_cancelled:
            await ask(world, Ask("cancel"))
        while (record := world.memory.stacks[root_id(world)]).action is not Action.ROLLBACK:
            await asyncio.sleep(0.001)
        assert record.deadline == pytest.approx((record.updated_at or 0.0) + 120.0)

    with seeded(0):
        run_virtually(main())
