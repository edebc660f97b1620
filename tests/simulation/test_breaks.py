"""Whatever an engine did not expect, it goes on from what it has saved."""

from dataclasses import replace

from calor.core.state import Action, Status
from tests.simulation.cases import SUBJECTS
from tests.simulation.invariants import left_over
from tests.simulation.loop import run_virtually
from tests.simulation.requests import Ask, ask, root_id
from tests.simulation.world import Crash, logging_to, new_world, seeded


async def break_down() -> None:
    raise OSError("the database is away")


def test_work_that_broke_off_is_begun_anew_by_the_same_engine():
    async def main() -> None:
        world = new_world()
        world.interruption = (Crash("save", 4, "before"), break_down)
        with logging_to(world.log):
            world.start()
            await ask(world, replace(SUBJECTS[1].made, verb="create"))
            await world.settle()
            record = world.memory.stacks[root_id(world)]
            assert (record.action, record.status) == (Action.CREATE, Status.COMPLETE)
            assert len(world.lives) == 1
            assert any("broke off" in line for _, line in world.log.lines)
            await ask(world, Ask("delete"))
            await world.settle()
            assert not left_over(world)

    with seeded(0):
        run_virtually(main())
