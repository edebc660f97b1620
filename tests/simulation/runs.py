"""Run a case: undisturbed, then with an engine dying at each point there is."""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tests.simulation.cases import Case
from tests.simulation.cloud import Cloud
from tests.simulation.invariants import left_over, out_of_order, problems, shape
from tests.simulation.loop import Endless, run_virtually
from tests.simulation.memory import Memory
from tests.simulation.plans import replan
from tests.simulation.requests import Ask, ask, root_id
from tests.simulation.world import Crash, Kind, World, logging_to, new_world, seeded


@dataclass
class Outcome:
    """How a run has ended."""

    shape: Mapping[str, Any] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    """How many points the first engine passed."""
    wrongs: list[str] = field(default_factory=list)
    transcript: list[str] = field(default_factory=list)
    lost: int = 0
    """How many writes were refused, for another engine had taken over."""


@dataclass(frozen=True)
class Start:
    """The world before the run: made once, copied for each."""

    memory: Memory
    cloud: Cloud
    time: float


def prepare(case: Case) -> Start:
    """Bring up what a case starts from."""

    async def main() -> Start:
        world = new_world()
        world.start()
        for request in case.before:
            await ask(world, request)
            await world.settle()
        await world.stop()
        return Start(world.memory, world.cloud, asyncio.get_running_loop().time())

    with seeded(0):
        return run_virtually(main())


def run(
    case: Case,
    start: Start,
    crashes: tuple[Crash, ...] = (),
    meanwhile: tuple[Crash, Ask] | None = None,
) -> Outcome:
    """Run a case from its start with engines dying, and somebody asking for more, as told."""
    outcome = Outcome()

    async def main() -> None:
        cloud = start.cloud.copied(case.faults)
        world = World(start.memory.copied(), cloud, crashes, transcript=outcome.transcript)
        if meanwhile:
            world.interruption = (meanwhile[0], partial(ask, world, meanwhile[1]))
        with logging_to(world.log):
            try:
                await _go(world, case, outcome)
            finally:
                outcome.transcript += [line for _, line in world.log.lines[:5]]

    with seeded(1):
        try:
            run_virtually(main(), start.time)
        except (AssertionError, Endless) as problem:
            outcome.wrongs.append(str(problem))
    return outcome


async def _go(world: World, case: Case, outcome: Outcome) -> None:
    world.start()
    await send_all(world, case.asks)
    outcome.counts = dict(world.lives[0].counts)
    await _wait_for_stalled(world)
    outcome.lost = world.memory.lost
    outcome.wrongs += problems(world)
    outcome.shape = shape(world, case.sameness)
    if case.is_in_order:
        outcome.wrongs += out_of_order(world)
    outcome.wrongs += await replan(world)
    await _clear_away(world, outcome)
    await world.stop()


async def _wait_for_stalled(world: World) -> None:
    """Give engines that stalled the time to do harm."""
    last = max(life.wakes_at for life in world.lives)
    if last:
        await asyncio.sleep(max(0.0, last - asyncio.get_running_loop().time()) + 1.0)


async def send_all(world: World, asks: tuple[Ask, ...]) -> None:
    """Send requests one after the other, and wait for the end."""
    for number, request in enumerate(asks):
        if number:
            if request.after is None:
                await world.settle()
            else:
                await asyncio.sleep(request.after)
        await ask(world, request)
    await world.settle()


async def _clear_away(world: World, outcome: Outcome) -> None:
    """Delete the stack: whatever has happened to it, nothing may be left."""
    if world.memory.stacks[root_id(world)].deleted_at:
        outcome.wrongs += left_over(world)
        return
    world.tell("--- the case is over; now everything is deleted")
    world.cloud.faults = frozenset()
    await ask(world, Ask("delete"))
    await world.settle()
    outcome.wrongs += [*world.cloud.wrongs, *left_over(world)]


def crash_points(counts: Mapping[str, int]) -> Iterator[Crash]:
    """Return every point at which an engine can die."""
    kinds: tuple[Kind, ...] = ("save", "call")
    for kind in kinds:
        for number in range(1, counts.get(kind, 0) + 1):
            yield Crash(kind, number, "before")
            yield Crash(kind, number, "after")


def differences(usual: Outcome, other: Outcome) -> list[str]:
    """Return what is wrong with a run, compared with the undisturbed one."""
    wrongs = list(dict.fromkeys(other.wrongs))
    if not wrongs and other.shape != usual.shape:
        wrongs += [
            f"{key}: {other.shape[key]}\n  instead of {usual.shape[key]}"
            for key in usual.shape
            if other.shape[key] != usual.shape[key]
        ]
    return wrongs


def report(case: Case, crashes: tuple[Crash, ...], wrongs: list[str], outcome: Outcome) -> str:
    """Return what a person needs to follow what went wrong."""
    died = " ".join(f"--crash {one}" for one in crashes)
    return "\n".join(
        [
            f"{case.name}, {', '.join(map(str, crashes)) or 'undisturbed'}:",
            *(f"  WRONG: {one}" for one in wrongs),
            *outcome.transcript,
            f"to replay: python -m tests.simulation --case {case.name} {died}",
        ]
    )
