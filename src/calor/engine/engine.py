"""An engine: claims trees that have something to do, and runs each until it rests."""

import asyncio
import logging
import os
import socket
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from secrets import SystemRandom

from calor.core.errors import LeaseLost
from calor.core.template.scope import Yaql, no_yaql
from calor.engine.clock import Clock, SystemClock
from calor.engine.kinds import Kinds
from calor.engine.limits import Limits
from calor.engine.loading import Workshop
from calor.engine.runner import TreeRunner
from calor.engine.tree import Library
from calor.plugin.registry import TypeRegistry
from calor.plugin.resource import Random
from calor.store.port import Store
from calor.store.records import EngineRecord, Lease

LOG = logging.getLogger(__name__)

BEAT = 1.0
"""The seconds between two signs of life, and between two looks for work that nobody announced."""

MOST_TREES = 100


@dataclass(slots=True)
class Engine:
    """One engine; any number of them may share a store."""

    store: Store
    types: TypeRegistry = field(default_factory=TypeRegistry)
    clock: Clock = field(default_factory=SystemClock)
    random: Random = field(default_factory=SystemRandom)
    run_yaql: Yaql = no_yaql
    limits: Limits = field(default_factory=Limits)
    id: str = field(default_factory=lambda: str(uuid.uuid4()))
    runners: dict[str, TreeRunner] = field(default_factory=dict)
    library: Library = field(default_factory=Library)
    _tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _called: asyncio.Event = field(default_factory=asyncio.Event)
    _broken: set[Lease] = field(default_factory=set)
    """Trees that are held, but on which work broke off."""

    async def run(self) -> None:
        """Work until cancelled; leases then expire, and others take over."""
        beat = asyncio.create_task(self._beat())
        try:
            while True:
                self._called.clear()
                for lease in await self.store.claim(self.id, MOST_TREES - len(self._tasks)):
                    self._take(lease)
                await self._called.wait()
        finally:
            beat.cancel()
            for task in self._tasks.values():
                task.cancel()

    async def call(self, root_id: str) -> None:
        """Tell the engine that there is something to do for a tree."""
        runner = self.runners.get(root_id)
        if runner is None:
            self._called.set()
            return
        for command in await self.store.commands(root_id):
            runner.tell(command)

    async def _beat(self) -> None:
        started = self.clock.now()
        while True:
            now = self.clock.now()
            await self.store.see_engine(
                EngineRecord(
                    id=self.id,
                    host=socket.gethostname(),
                    process=os.getpid(),
                    started_at=started,
                    seen_at=now,
                )
            )
            await self._look_after(await self.store.renew(self.id))
            self._called.set()
            await self.clock.sleep(BEAT)

    async def _look_after(self, held: Sequence[Lease]) -> None:
        """Let go of trees that were lost, begin anew where work broke off, look for mail."""
        for root_id in list(self._tasks.keys() - {lease.root_id for lease in held}):
            self._tasks[root_id].cancel()
        for lease in held:
            if lease in self._broken:
                self._broken.discard(lease)
                self._take(lease)
            elif lease.root_id in self.runners:
                await self.call(lease.root_id)

    def _take(self, lease: Lease) -> None:
        self._tasks[lease.root_id] = asyncio.create_task(self._drive(lease))

    def _workshop(self) -> Workshop:
        return Workshop(
            self.store,
            Kinds(self.types),
            self.library,
            clock=self.clock,
            random=self.random,
            run_yaql=self.run_yaql,
            limits=self.limits,
        )

    async def _drive(self, lease: Lease) -> None:
        root_id = lease.root_id
        try:
            runner = TreeRunner(self.store, lease, await self._workshop().load(root_id))
            self.runners[root_id] = runner
            await runner.run()
        except LeaseLost:
            LOG.warning("another engine works on %s now", root_id)
        except Exception:
            LOG.exception("work on %s broke off; it will be begun anew", root_id)
            self._broken.add(lease)
        finally:
            self.runners.pop(root_id, None)
            self._tasks.pop(root_id, None)
            self._called.set()
