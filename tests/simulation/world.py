"""One simulated run: a store, a cloud, and engines that live and die."""

import asyncio
import logging
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal, TypeAlias, cast
from unittest.mock import patch

from calor.core.state import Status
from calor.core.template.scope import no_yaql
from calor.engine.engine import Engine
from calor.engine.kinds import Kinds
from calor.engine.loading import Workshop
from calor.engine.resource_requests import ResourceRequests
from calor.engine.service import Stacks
from calor.engine.tree import Library, LiveTree
from calor.plugin.registry import TypeRegistry
from calor.store.records import Batch, Lease
from tests.simulation.cloud import LINK, Cloud, Link, When
from tests.simulation.loop import VirtualClock
from tests.simulation.memory import Memory
from tests.simulation.things import types

PROJECT = "project"
LONGEST = 900.0
"""Virtual seconds after which whatever was asked for must have come to an end."""

TYPES = types()


Kind: TypeAlias = Literal["save", "call"]

WRITING = 0.015
"""Seconds until a write has happened, and again until its writer knows: longer than a call takes,
so that whoever acts before what he intends is saved is found out."""

STALLED = 20.0
"""For how many seconds an engine stalls: longer than its lease lasts."""


@dataclass(frozen=True)
class Crash:
    """When an engine dies: before or after its so-manieth save or call.

    One that stalls before a save does not die: it goes on when another engine
    has long taken over.
    """

    kind: Kind
    number: int
    when: When

    def __str__(self) -> str:
        return f"{self.when}-{self.kind}-{self.number}"

    @classmethod
    def parse(cls, text: str) -> "Crash":
        """Read what `str` has written."""
        when, kind, number = text.split("-")
        return cls(cast("Kind", kind), int(number), cast("When", when))


Interruption: TypeAlias = tuple[Crash, Callable[[], Awaitable[None]]]
"""What happens in the middle of things, and when."""


@dataclass
class Life:
    """One engine from its start to its death."""

    world: "World"
    number: int
    crash: Crash | None
    counts: Counter[str] = field(default_factory=Counter)
    is_dead: bool = False
    wakes_at: float = 0.0
    task: "asyncio.Task[None] | None" = None
    engine: Engine | None = None

    async def point(self, kind: Kind, when: When, what: str) -> None:
        """Pass a point where the engine may die."""
        await self.awake()
        if when == "before":
            self.counts[kind] += 1
        number = self.counts[kind]
        self.world.tell(f"engine {self.number} {when:6} {kind} {number}: {what}")
        await self.world.interrupt(Crash(kind, number, when))
        if self.crash == Crash(kind, number, when):
            await self._die()
        if when == "before" and self.crash == Crash(kind, number, "stall"):
            await self._stall()

    async def cloud_point(self, when: When, what: str) -> None:
        """Pass a call; what an engine had begun when it stalled never goes on."""
        if self.wakes_at:
            await asyncio.Future()
        await self.point("call", when, what)

    async def awake(self, more: float = 0.0) -> None:
        """Wait while the engine stalls; for ever if it is dead."""
        if self.is_dead:
            await asyncio.Future()
        if self.wakes_at:
            left = self.wakes_at + more - asyncio.get_running_loop().time()
            await asyncio.sleep(max(0.0, left))

    async def _die(self) -> None:
        self.is_dead = True
        self.world.tell(f"engine {self.number} CRASHES {self.crash}")
        self.world.crashed.set()
        await asyncio.Future()

    async def _stall(self) -> None:
        self.wakes_at = asyncio.get_running_loop().time() + STALLED
        self.world.tell(f"engine {self.number} STALLS")
        self.world.crashed.set()
        await self.awake()
        self.world.tell(f"engine {self.number} wakes up")


@dataclass
class LifeStore:
    """The store as one engine sees it, as long as it lives."""

    memory: Memory
    life: Life

    def __getattr__(self, name: str) -> Any:
        return getattr(self.memory, name)

    async def write(self, batch: Batch, lease: Lease | None = None) -> None:
        what = summary(batch)
        await self.life.point("save", "before", what)
        await asyncio.sleep(WRITING)
        await self.memory.write(batch, lease)
        await self.life.point("save", "after", what)
        await asyncio.sleep(WRITING)

    async def release(self, lease: Lease) -> bool:
        await self.life.point("save", "before", "give the tree back")
        is_released = await self.memory.release(lease)
        await self.life.point("save", "after", f"given back: {is_released}")
        return is_released

    async def renew(self, engine_id: str) -> Sequence[Lease]:
        await self.life.awake(0.1)  # so that what was being written is tried first
        return await self.memory.renew(engine_id)

    async def claim(self, engine_id: str, most: int) -> Sequence[Lease]:
        await self.life.awake()
        leases = await self.memory.claim(engine_id, most)
        if leases:
            await self.life.point("save", "before", "claimed")
            await self.life.point("save", "after", "claimed")
        return leases


def summary(batch: Batch) -> str:
    """Return what a batch writes, on a line."""
    events = [f"{one.resource_name} {one.action}_{one.status}" for one in batch.events]
    rows = [f"{one.name}({one.physical_id})" for one in (*batch.new_resources, *batch.resources)]
    gone = [f"-{one[:4]}" for one in batch.gone_resources]
    done = [f"done {one}" for one in batch.done_commands]
    return "; ".join(", ".join(some) for some in (events, rows, gone, done) if some) or "nothing"


class LogKeeper(logging.Handler):
    """Keeps what is logged, so that it can be searched."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[tuple[int, str]] = []
        self.setFormatter(logging.Formatter("%(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append((record.levelno, self.format(record)))


@dataclass
class World:
    """Everything there is in one run."""

    memory: Memory
    cloud: Cloud
    crashes: tuple[Crash, ...] = ()
    seed: int = 0
    transcript: list[str] = field(default_factory=list)
    lives: list[Life] = field(default_factory=list)
    log: LogKeeper = field(default_factory=LogKeeper)
    types: TypeRegistry = TYPES
    interruption: Interruption | None = None
    loss: float = 0.0
    """How likely it is that nobody hears a call."""

    def __post_init__(self) -> None:
        self.crashed = asyncio.Event()
        self.chance = Random(self.seed)
        store: Any = self.memory
        given: Any = {"types": self.types, "clock": self.memory.clock}
        self.stacks = Stacks(store, self.call, **given)
        self.resources = ResourceRequests(store, self.call, **given)
        self.keeper: asyncio.Task[None] | None = None

    def tell(self, text: str) -> None:
        """Add a line to the transcript."""
        now = asyncio.get_running_loop().time()
        self.transcript.append(f"{now:9.3f}  {text}")

    async def call(self, root_id: str) -> None:
        """Wake the engine that lives, if one does."""
        life = self.lives[-1] if self.lives else None
        is_heard = not self.loss or self.chance.random() >= self.loss
        if life and life.engine and not life.is_dead and is_heard:
            await life.engine.call(root_id)

    async def interrupt(self, here: Crash) -> None:
        """Have something happen in the middle of what an engine does."""
        if self.interruption and self.interruption[0] == here:
            (_, happen), self.interruption = self.interruption, None
            await happen()

    def start(self) -> None:
        """Start an engine, and others after it dies."""
        self._give_birth()
        self.keeper = asyncio.create_task(self._keep_alive())

    def _give_birth(self) -> None:
        number = len(self.lives)
        crash = self.crashes[number] if number < len(self.crashes) else None
        life = Life(self, number + 1, crash)
        store: Any = LifeStore(self.memory, life)
        life.engine = Engine(
            store,
            types=self.types,
            clock=self.memory.clock,
            random=self.chance,
            id=f"engine-{uuid.uuid4()}",
        )
        context = copy_context()
        context.run(LINK.set, Link(self.cloud, life.cloud_point))
        life.task = asyncio.get_running_loop().create_task(life.engine.run(), context=context)
        self.lives.append(life)

    async def _keep_alive(self) -> None:
        while True:
            await self.crashed.wait()
            self.crashed.clear()
            if self.lives[-1].is_dead:
                await self.bury()
            self._give_birth()

    async def bury(self) -> None:
        """End the present engine without a chance to write or call."""
        life = self.lives[-1]
        life.is_dead = True
        if life.task:
            life.task.cancel()
            await asyncio.gather(life.task, return_exceptions=True)
        for _ in range(5):
            await asyncio.sleep(0)

    async def stop(self) -> None:
        """End the simulation's engines."""
        if self.keeper:
            self.keeper.cancel()
        await self.bury()

    async def settle(self, longest: float = LONGEST) -> None:
        """Wait until nothing is being done to any stack and no engine holds a tree."""
        loop = asyncio.get_running_loop()
        end = loop.time() + longest
        while not self.is_settled():
            if loop.time() > end:
                raise AssertionError(f"not settled after {longest} seconds: {self._restless()}")
            await asyncio.sleep(0.25)

    def is_settled(self) -> bool:
        """Return whether everything has come to rest."""
        return not (self._restless() or self.memory.mail) and not any(
            one.is_wanted for one in self.memory.holders.values()
        )

    def _restless(self) -> list[str]:
        stacks = [
            f"{one.name} {one.action}"
            for one in self.memory.stacks.values()
            if one.status is Status.IN_PROGRESS
        ]
        rows = [
            f"{one.name} {one.action}"
            for one in self.memory.rows.values()
            if one.status is Status.IN_PROGRESS
        ]
        return stacks + rows

    async def load(self, root_id: str) -> LiveTree:
        """Return a tree as an engine would see it."""
        store: Any = self.memory
        workshop = Workshop(
            store,
            Kinds(self.types),
            Library(),
            clock=self.memory.clock,
            random=self.chance,
            run_yaql=no_yaql,
        )
        return await workshop.load(root_id)


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Let every generated id follow from a seed, so that a run can be repeated."""
    chance = Random(seed)

    def next_id() -> uuid.UUID:
        return uuid.UUID(int=chance.getrandbits(128), version=4)

    with patch.object(uuid, "uuid4", next_id):
        yield


@contextmanager
def logging_to(keeper: LogKeeper) -> Iterator[None]:
    """Keep what calor logs."""
    logger = logging.getLogger("calor")
    before = logger.propagate
    logger.addHandler(keeper)
    logger.propagate = False
    try:
        yield
    finally:
        logger.removeHandler(keeper)
        logger.propagate = before


def new_world(seed: int = 0, crashes: tuple[Crash, ...] = (), cloud: Cloud | None = None) -> World:
    """Return an empty world."""
    return World(Memory(VirtualClock()), cloud or Cloud(), crashes, seed)
