"""Random stacks, requests, faults and crashes, all of them drawn from one seed."""

import asyncio
from collections.abc import Iterator
from random import Random

from calor.core.state import Action, Status
from tests.simulation.cloud import Cloud, Fault, FaultKind
from tests.simulation.invariants import left_over, problems
from tests.simulation.loop import Endless, run_virtually
from tests.simulation.plans import replan
from tests.simulation.requests import Ask, ask, root_id
from tests.simulation.runs import Outcome
from tests.simulation.templates import Plan, draw, varied
from tests.simulation.world import Crash, World, logging_to, new_world, seeded

VERBS = ("create", "update", "delete", "suspend", "resume")
KINDS: tuple[FaultKind, ...] = ("refuse", "fail", "lose", "cut", "error")


def simulate(seed: int) -> Outcome:
    """Run one random simulation and return what went wrong."""
    outcome = Outcome()
    chance = Random(seed)

    async def main() -> None:
        cloud = Cloud(chance=chance, latency=0.02, faults=frozenset(_faults(chance)))
        world = new_world(seed, tuple(_crashes(chance)), cloud)
        world.transcript = outcome.transcript
        world.loss = chance.choice([0.0, 0.0, 0.5])
        with logging_to(world.log):
            try:
                await _live_through(world, chance, outcome)
            finally:
                outcome.transcript += [line for _, line in world.log.lines[:5]]

    with seeded(seed):
        try:
            run_virtually(main())
        except (AssertionError, Endless) as problem:
            outcome.wrongs.append(str(problem))
    return outcome


def _faults(chance: Random) -> Iterator[Fault]:
    for _ in range(chance.choice([0, 0, 1, 2, 4])):
        name = chance.choice([f"r{chance.randint(0, 9)}", "i", "j", "0", "1"])
        yield Fault(chance.choice(VERBS), name, chance.randint(1, 3), chance.choice(KINDS))


def _crashes(chance: Random) -> Iterator[Crash]:
    for _ in range(chance.choice([0, 1, 1, 2, 4])):
        kind, when = chance.choice(["save", "call"]), chance.choice(["before", "after"])
        yield Crash.parse(f"{when}-{kind}-{chance.randint(1, 60)}")


async def _live_through(world: World, chance: Random, outcome: Outcome) -> None:
    world.start()
    plan = draw(chance)
    await ask(world, plan.ask("create", rollback=chance.random() < 0.3))
    for _ in range(chance.randint(1, 5)):
        if chance.random() < 0.6:
            await asyncio.sleep(chance.uniform(0.0, 4.0))
        else:
            await world.settle()
            outcome.wrongs += problems(world)
        plan = await _something(world, chance, plan)
    await world.settle()
    outcome.wrongs += problems(world)
    await _come_to_rest(world, plan, outcome)
    await world.stop()


async def _something(world: World, chance: Random, plan: Plan) -> Plan:
    """Ask for something that may be asked for now; return what the stack is then to be."""
    verb = chance.choice(["update"] * 5 + ["cancel", "stop", "delete", "suspend", "check"])
    if verb == "update":
        plan = varied(plan, chance)
        await ask(world, plan.ask("update", rollback=chance.random() < 0.3, may_be_refused=True))
    elif verb in ("suspend", "check"):
        await world.settle()
        if _state(world) in ("CREATE_COMPLETE", "UPDATE_COMPLETE", "ROLLBACK_COMPLETE"):
            await ask(world, Ask(verb))
    else:
        await ask(world, Ask(verb, may_be_refused=True))
    return plan


def _state(world: World) -> str:
    record = world.memory.stacks[root_id(world)]
    return f"{record.action}_{record.status}"


async def _come_to_rest(world: World, plan: Plan, outcome: Outcome) -> None:
    """Once nothing fails any more everything gets well, and goes without a trace."""
    world.cloud.faults = frozenset()
    world.tell("--- no more faults")
    record = world.memory.stacks[root_id(world)]
    if record.action is Action.SUSPEND:
        for verb in ("suspend", "resume"):  # only what is suspended for good can be resumed
            await ask(world, Ask(verb))
            await world.settle()
    if record.action is not Action.DELETE:
        await ask(world, plan.ask("update"))
        await world.settle()
        if _state(world) != "UPDATE_COMPLETE":
            reason = world.memory.stacks[record.id].reason
            outcome.wrongs.append(f"it does not get well: {_state(world)} {reason}")
        outcome.wrongs += [*problems(world), *await replan(world)]
    if world.memory.stacks[record.id].status is Status.FAILED or not record.deleted_at:
        await ask(world, Ask("delete", may_be_refused=True))
        await world.settle()
    outcome.wrongs += [*world.cloud.wrongs, *left_over(world)]


def report(seed: int, outcome: Outcome) -> str:
    """Return what a person needs to follow what went wrong."""
    return "\n".join(
        [
            f"seed {seed}:",
            *outcome.transcript,
            *(f"  WRONG: {one}" for one in dict.fromkeys(outcome.wrongs)),
            f"to replay: python -m tests.simulation --seed {seed}",
        ]
    )
