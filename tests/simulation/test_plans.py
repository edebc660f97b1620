"""What is foreseen of an update is what the update does."""

from random import Random

import pytest

from tests.simulation.loop import run_virtually
from tests.simulation.plans import done_by, foresee, replan, unforeseen, untrue_to_children
from tests.simulation.requests import ask
from tests.simulation.templates import NESTED, Plan, draw, varied
from tests.simulation.world import new_world, seeded


@pytest.mark.parametrize("seed", range(40))
def test_an_update_does_what_the_plan_has_said(seed: int):
    check_plan(draw(Random(seed), 3, 10), seed)


@pytest.mark.parametrize("seed", range(25))
def test_an_update_does_what_the_plan_has_said_of_child_stacks(seed: int):
    check_plan(draw(Random(seed), 3, 7, NESTED), seed)


def check_plan(before: Plan, seed: int) -> None:
    after = varied(before, Random(seed))

    async def main() -> None:
        world = new_world()
        world.start()
        await ask(world, before.ask("create"))
        await world.settle()
        assert not await replan(world)
        plan = await foresee(world, after.ask("update"))
        assert not untrue_to_children(plan)
        assert not unforeseen(plan, await done_by(world, after.ask("update")))
        assert not await replan(world)

    with seeded(seed):
        run_virtually(main())
