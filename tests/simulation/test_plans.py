"""What is foreseen of an update is what the update does."""

from random import Random

import pytest

from calor.core.plan import Kind
from tests.simulation.loop import run_virtually
from tests.simulation.plans import done_by, foresee, is_as_foreseen, replan
from tests.simulation.requests import ask
from tests.simulation.templates import draw, varied
from tests.simulation.world import new_world, seeded


@pytest.mark.parametrize("seed", range(40))
def test_an_update_does_what_the_plan_has_said(seed: int):
    chance = Random(seed)
    before = draw(chance, 3, 10)
    after = varied(before, chance)

    async def main() -> None:
        world = new_world()
        world.start()
        await ask(world, before.ask("create"))
        await world.settle()
        assert not await replan(world)
        plan = await foresee(world, after.ask("update"))
        done = await done_by(world, after.ask("update"))
        nodes = {**before.nodes, **after.nodes}
        wrongs = {
            name: (kind, plan.changes.get(name))
            for name, kind in done.items()
            if not is_as_foreseen(
                plan.changes[name], kind, is_nested=nodes[name].kind in ("group", "child")
            )
        }
        assert not wrongs
        assert {name for name, one in plan.changes.items() if one.kind is not Kind.KEEP} <= {*done}
        assert not await replan(world)

    with seeded(seed):
        run_virtually(main())
