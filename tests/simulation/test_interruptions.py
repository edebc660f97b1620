"""Somebody asks for more in the very moment in which an engine saves: the newest request wins."""

import asyncio
from dataclasses import replace

import pytest

from calor.core.state import Action, Status
from tests.simulation.cases import SUBJECTS, Case, Subject
from tests.simulation.loop import run_virtually
from tests.simulation.requests import Ask, ask, root_id
from tests.simulation.runs import crash_points, prepare, report, run
from tests.simulation.world import new_world, seeded

BY_NAME = {one.name: one for one in SUBJECTS}


def first_asks(one: Subject) -> dict[str, Ask]:
    """Return what is interrupted."""
    return {"replace": one.replaced, "fail": replace(one.spoilt, rollback=True)}


@pytest.mark.parametrize("verb", ["update", "delete", "cancel", "stop"])
@pytest.mark.parametrize("first", ["replace", "fail"])
@pytest.mark.parametrize("name", ["single", "nested"])
def test_the_newest_request_wins_whenever_it_comes(name: str, first: str, verb: str):
    subject = BY_NAME[name]
    asks = first_asks(subject)
    case = Case(f"{name}/{first}", (replace(subject.made, verb="create"),), (asks[first],))
    second = subject.changed if verb == "update" else Ask(verb, may_be_refused=True)
    start = prepare(case)
    usual = run(case, start)
    points = [one for one in crash_points(usual.counts) if one.kind == "save"]
    for point in points:
        outcome = run(case, start, meanwhile=(point, second))
        wrongs = list(outcome.wrongs)
        is_refused = any("it is refused" in line for line in outcome.transcript)
        if outcome.shape.get("stack") not in ENDS[verb] and not is_refused:
            wrongs.append(f"the end is {outcome.shape}")
        assert not wrongs, f"{verb} {point}:\n{report(case, (), wrongs, outcome)}"


ENDS = {
    "update": {"UPDATE_COMPLETE"},
    "delete": {"DELETE_COMPLETE"},
    "cancel": {"ROLLBACK_COMPLETE", "UPDATE_COMPLETE"},
    "stop": {"UPDATE_FAILED", "ROLLBACK_COMPLETE", "UPDATE_COMPLETE"},
}
"""How it may end; a request to stop may come too late."""


def test_a_stop_does_not_stop_what_is_asked_for_after_it():
    chain = BY_NAME["chain"]

    async def main() -> None:
        world = new_world()
        world.start()
        await ask(world, replace(chain.made, verb="create"))
        await world.settle()
        await ask(world, chain.replaced)
        await asyncio.sleep(0.05)
        world.loss = 1.0  # so that the engine finds both at once, when it looks by itself
        await ask(world, Ask("stop"))
        await ask(world, chain.changed)
        await world.settle()
        record = world.memory.stacks[root_id(world)]
        assert (record.action, record.status) == (Action.UPDATE, Status.COMPLETE)

    with seeded(0):
        run_virtually(main())
