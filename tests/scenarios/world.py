"""The real engine in a world of its own: a clock, a store and a cloud that do as they are told."""

import asyncio
import random
from contextlib import suppress
from importlib.metadata import EntryPoint

import yaml

from calor.core.errors import CalorError
from calor.core.state import Status
from calor.engine.engine import Engine
from calor.engine.limits import Limits
from calor.plugin.registry import TypeRegistry
from tests.scenarios.clock import ScenarioClock
from tests.scenarios.commands import run
from tests.scenarios.memory import ScenarioStore
from tests.scenarios.script import Step
from tests.scenarios.transcript import Transcript
from tests.scenarios.types import CLOUD

QUIET = 30
"""After so many turns of the loop in which nothing moved, nothing will."""
PATIENCE = 3 * 3600.0

TYPES = TypeRegistry(
    [
        EntryPoint("OS", "calor.resources.catalogue.catalogue:TYPES", "types"),
        EntryPoint("OS.Heat", "calor.resources.heat:TYPES", "types"),
        EntryPoint("AWS", "calor.resources.catalogue.catalogue:TYPES", "types"),
        EntryPoint("AWS.AutoScaling", "calor.resources.aws:TYPES", "types"),
        EntryPoint("AWS.CloudFormation", "calor.resources.aws:TYPES", "types"),
        EntryPoint("Test", "tests.scenarios.types:TYPES", "types"),
    ]
)


async def play(steps: list[Step]) -> list[list[str]]:
    """Play a script and return what happened at each step."""
    CLOUD.clear()
    world = World()
    world.start_engine()
    try:
        return [await world.play(step) for step in steps]
    finally:
        await world.stop_engine()


class World:
    def __init__(self):
        self.clock = ScenarioClock()
        self.store = ScenarioStore(self.clock.now)
        self.transcript = Transcript(self.store)
        self.random = random.Random(1)
        self.limits = Limits()
        self.engine = self.task = None
        self.names = {}
        self.kept = {}

    def start_engine(self):
        self.engine = Engine(
            self.store, types=TYPES, clock=self.clock, random=self.random, limits=self.limits
        )
        self.task = asyncio.create_task(self.engine.run())

    async def stop_engine(self):
        self.task.cancel()
        with suppress(asyncio.CancelledError):
            await self.task
        await self.settle()

    def desk(self, kind):
        async def call(root_id):
            await self.engine.call(root_id)

        return kind(self.store, call, types=TYPES, clock=self.clock, limits=self.limits)

    async def play(self, step: Step) -> list[str]:
        given = yaml.safe_load("\n".join(step.given)) or {}
        try:
            said = await run(self, step.command, given)
        except CalorError as problem:
            said = [f"refused: {self.transcript.steady(line)}" for line in _lines(problem)]
        await self.settle()
        return [*self.transcript.events(), *said] or ["(nothing)"]

    async def settle(self):
        """Let everything happen that needs no time."""
        quiet, before = 0, None
        while quiet < QUIET:
            await asyncio.sleep(0)
            now = (self.store.writes, self.clock.moves)
            quiet, before = (quiet + 1 if now == before else 0), now

    async def advance(self, seconds):
        until = self.clock.time + seconds
        while self.clock.wake_next(until):
            await self.settle()

    async def wait(self):
        """Let time pass until every stack is at rest."""
        await self.settle()
        end = self.clock.time + PATIENCE
        while self._is_busy() and self.clock.time < end:
            self.clock.wake_next(self.clock.time + 1)
            await self.settle()

    def _is_busy(self):
        stacks = (one for one in self.store.stacks.values() if not one.deleted_at)
        rows = (one for one in self.store.rows.values() if "hook" not in one.notes)
        return any(one.status is Status.IN_PROGRESS for one in (*stacks, *rows))

    def find(self, path):
        """Return the stack and the name of a resource by its way from the root."""
        root, *names = path.split(".")
        stack_id = self.names[root]
        for name in names[:-1]:
            owner = next(
                one
                for one in self.store.rows.values()
                if (one.stack_id, one.name) == (stack_id, name)
            )
            stack_id = next(
                one.id
                for one in self.store.stacks.values()
                if one.owner_id == owner.id and not one.deleted_at
            )
        return stack_id, names[-1]


def _lines(problem):
    return f"{type(problem).__name__}: {problem}".splitlines()
