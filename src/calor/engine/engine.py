"""An engine: claims trees that have something to do, and runs each until it rests."""

import asyncio
import logging
import os
import socket
import uuid
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from secrets import SystemRandom

from calor.core.errors import LeaseLost, StoreUnavailable
from calor.core.template.scope import Yaql, no_yaql
from calor.engine.bell import nobody_listens
from calor.engine.clock import Clock, SystemClock
from calor.engine.kinds import Kinds
from calor.engine.limits import Limits
from calor.engine.loading import (
    Clouds,
    FindAddresses,
    UsersOf,
    Workshop,
    no_addresses,
    no_clouds,
    no_users,
)
from calor.engine.runner import TreeRunner
from calor.engine.sweeping import Forget, Sweeper, nothing_to_forget
from calor.engine.tree import Library
from calor.plugin.registry import TypeRegistry
from calor.plugin.resource import Random
from calor.store.port import Store
from calor.store.records import EngineRecord, Lease

LOG = logging.getLogger(__name__)

BEAT = 1.0
"""The seconds between two signs of life, and between two looks for work that nobody announced."""

BEATS_BETWEEN_SWEEPS = 60

MOST_TREES = 100

FORGET_AFTER = 1000
"""So many templates, environments and bundles of files are kept at hand before all are dropped."""

SURE = 0.75
"""After so much of its time a lease that was not renewed is not acted upon any more."""

PARTING, HANDING_OVER = 5.0, 3.0
"""The seconds that an engine which stops gives to calls that have begun, and then to the store."""


@dataclass(slots=True, eq=False)
class Work:
    """A tree that is held, and who works on it."""

    lease: Lease
    renewed_at: float
    task: asyncio.Task[None] | None = None
    runner: TreeRunner | None = None

    def cancel(self) -> None:
        """Break off."""
        if self.task is not None:
            self.task.cancel()


@dataclass(frozen=True, slots=True)
class Figures:
    """How busy an engine is."""

    trees: int
    jobs: int
    """Actions on resources that are being carried out."""
    waiting: int
    """What has happened and nobody has looked at yet."""
    done: int
    """Actions on resources that have ended since the engine began."""


@dataclass(slots=True)
class Engine:
    """One engine; any number of them may share a store."""

    store: Store
    types: TypeRegistry = field(default_factory=TypeRegistry)
    clock: Clock = field(default_factory=SystemClock)
    random: Random = field(default_factory=SystemRandom)
    run_yaql: Yaql = no_yaql
    limits: Limits = field(default_factory=Limits)
    clouds: Clouds = no_clouds
    forget: Forget = nothing_to_forget
    users: UsersOf = no_users
    addresses: FindAddresses = no_addresses
    told: Callable[[str], None] = nobody_listens
    """Is told of a tree each time that something was saved for it."""
    id: str = field(default_factory=lambda: str(uuid.uuid4()))
    host: str = field(default_factory=socket.gethostname)
    library: Library = field(default_factory=Library)
    _started_at: float = 0.0
    _done: int = 0
    _works: dict[str, Work] = field(default_factory=dict)
    _called: asyncio.Event = field(default_factory=asyncio.Event)
    _stopped: asyncio.Event = field(default_factory=asyncio.Event)
    _sweeper: Sweeper = field(init=False)
    _beats: int = 0

    async def run(self) -> None:
        """Work until stopped; one that is cancelled leaves its leases to run out."""
        self._started_at = self.clock.now()
        self._sweeper = Sweeper(self.store, self.forget)
        chores = (self._claim, self._beat, self._sweeper.answer)
        loops = [asyncio.create_task(self._for_ever(one)) for one in chores]
        try:
            await self._stopped.wait()
            await self._part()
        finally:
            for task in loops:
                task.cancel()
            for work in self._works.values():
                work.cancel()

    def stop(self) -> None:
        """Have `run` hand over whatever is held and return, within ten seconds."""
        self._stopped.set()

    def figures(self) -> Figures:
        """Tell how busy the engine is."""
        runners = [one.runner for one in self._works.values() if one.runner is not None]
        return Figures(
            trees=len(self._works),
            jobs=sum(len(one.tasks) for one in runners),
            waiting=sum(one.inbox.qsize() for one in runners),
            done=self._done + sum(one.done for one in runners),
        )

    async def call(self, root_id: str) -> None:
        """Tell the engine that there is something to do for a tree."""
        work = self._works.get(root_id)
        if work is None or work.runner is None:
            self._called.set()
            return
        # What is not read now is read at the next beat: it is in the store.
        with suppress(StoreUnavailable):
            for command in await self.store.commands(root_id):
                work.runner.tell(command)

    async def _for_ever(self, do: Callable[[], Awaitable[None]]) -> None:
        """Do something again and again, whatever happens to the store meanwhile."""
        while True:
            try:
                await do()
            except StoreUnavailable as problem:
                LOG.warning("the store cannot be reached: %s", problem)
                await self.clock.sleep(BEAT)
            except Exception:
                LOG.exception("something went wrong that must not; the engine goes on")
                await self.clock.sleep(BEAT)

    async def _claim(self) -> None:
        self._called.clear()
        now = _monotonic()
        for lease in await self.store.claim(self.id, MOST_TREES - len(self._works)):
            self._take(lease, now)
        await self._called.wait()

    async def _beat(self) -> None:
        await self._show()
        now = _monotonic()
        await self._look_after(await self.store.renew(self.id), now)
        self._called.set()
        self._beats += 1
        if self._beats % BEATS_BETWEEN_SWEEPS == 0:
            self._sweeper.call()
        await self.clock.sleep(BEAT)

    async def _show(self, stopped_at: float | None = None) -> None:
        """Let others see that the engine is alive, or no more."""
        await self.store.see_engine(
            EngineRecord(
                id=self.id,
                host=self.host,
                process=os.getpid(),
                started_at=self._started_at,
                seen_at=self.clock.now(),
                stopped_at=stopped_at,
            )
        )

    async def _look_after(self, held: Sequence[Lease], now: float) -> None:
        """Let go of trees that were lost, begin anew where work broke off, look for mail."""
        for work in self._works.values():
            if work.lease in held:
                work.renewed_at = now
            else:
                work.cancel()
        # All of it before anything is waited for: trees at work may be given back meanwhile.
        known = [lease.root_id for lease in held if lease.root_id in self._works]
        for lease in held:
            # It broke off, or the store's answer that it was claimed has never come.
            if lease.root_id not in self._works:
                self._take(lease, now)
        for root_id in known:
            await self.call(root_id)

    def _take(self, lease: Lease, now: float) -> None:
        before = self._works.get(lease.root_id)
        if self._stopped.is_set() or (before and before.lease == lease):
            return
        if before:  # its lease had run out, and nobody else was there to take it
            before.cancel()
        work = self._works[lease.root_id] = Work(lease, now)
        work.task = asyncio.create_task(self._drive(work))

    async def _be_sure(self, work: Work) -> None:
        """Wait until a lease is renewed that may have run out; work that was lost is cancelled."""
        while _monotonic() > work.renewed_at + self.store.lease_seconds * SURE:
            await self.clock.sleep(BEAT)

    def _workshop(self) -> Workshop:
        if len(self.library.texts) > FORGET_AFTER:
            self.library = Library()  # trees at work keep the one they were loaded with
        return Workshop(
            self.store,
            Kinds(self.types),
            self.library,
            clock=self.clock,
            random=self.random,
            run_yaql=self.run_yaql,
            limits=self.limits,
            clouds=self.clouds,
            users=self.users,
            addresses=self.addresses,
        )

    async def _drive(self, work: Work) -> None:
        root_id = work.lease.root_id
        try:
            tree = await self._workshop().load(root_id)
            permit = partial(self._be_sure, work)
            work.runner = TreeRunner(self.store, work.lease, tree, permit, told=self.told)
            await work.runner.run()
            root = tree.stacks[root_id].record
            if root.deleted_at is not None and root.credential_id is not None:
                self._sweeper.call()
        except LeaseLost:
            LOG.warning("another engine works on %s now", root_id)
        except StoreUnavailable as problem:
            # What was being written may have been: only the store knows where to go on.
            LOG.warning("work on %s broke off; it will be begun anew: %s", root_id, problem)
        except Exception:
            LOG.exception("work on %s broke off; it will be begun anew", root_id)
        finally:
            self._done += work.runner.done if work.runner else 0
            if self._works.get(root_id) is work:
                del self._works[root_id]
            self._called.set()

    async def _part(self) -> None:
        """Give all trees back, for others to take them at once."""
        works = list(self._works.values())
        for work in works:
            if work.runner is not None:
                work.runner.part()
            else:
                work.cancel()
        tasks = [work.task for work in works if work.task is not None]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=PARTING)
            for task in late:
                task.cancel()
        try:
            async with asyncio.timeout(HANDING_OVER):
                await self._hand_over()
        except (StoreUnavailable, TimeoutError) as problem:
            LOG.warning("others take over when the leases have run out: %s", problem)

    async def _hand_over(self) -> None:
        # The store knows best what is held: also what was claimed at the last moment.
        for lease in await self.store.renew(self.id):
            with suppress(LeaseLost):
                await self.store.hand_over(lease)
        await self._show(stopped_at=self.clock.now())


def _monotonic() -> float:
    """Return seconds that go on whatever is done to this machine's clock."""
    return asyncio.get_running_loop().time()
