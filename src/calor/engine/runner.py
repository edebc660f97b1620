"""Drive one tree of stacks: the only place where the pure core meets the store and the cloud.

Every turn takes in all that has happened, saves everything it changed in one
transaction, and only then acts.  Whoever goes on after a crash finds what was
intended before it was done.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from calor.core.errors import CalorError
from calor.engine.bell import nobody_listens
from calor.engine.deliveries import Delivered, deliver
from calor.engine.jobs import Began, Broke, Ended, Outcome, Permit, carry_out
from calor.engine.ledger import Ledger
from calor.engine.mail import obey, stop
from calor.engine.outcomes import pause_over, take_in
from calor.engine.resuming import resume
from calor.engine.signals import delivered
from calor.engine.tree import LiveTree
from calor.engine.turning import turn
from calor.store.port import Store
from calor.store.records import CommandRecord, Lease

RETRIES = 5
TIMED_OUT = "Timed out"


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The deadline of a stack's action has passed."""

    stack_id: str
    traversal: int


@dataclass(frozen=True, slots=True)
class PauseOver:
    """The next phase of a child stack is due."""

    stack_id: str
    row_id: str
    when: float


@dataclass(frozen=True, slots=True)
class Parting:
    """The engine stops: another one is to go on."""


Happening: TypeAlias = Outcome | Delivered | CommandRecord | TimeUp | PauseOver | Parting


async def always() -> None:
    """Let calls be made: nobody else is there."""


@dataclass(slots=True)
class TreeRunner:
    """Works on one tree until nothing is left to do."""

    store: Store
    lease: Lease
    tree: LiveTree
    permit: Permit = always
    retries: int = RETRIES
    inbox: asyncio.Queue[Happening] = field(default_factory=asyncio.Queue)
    tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    alarms: set[asyncio.Task[None]] = field(default_factory=set)
    calls: set[asyncio.Task[None]] = field(default_factory=set)
    """Those who carry out signals."""
    heard: set[int] = field(default_factory=set)
    """The numbers of the commands that were told: each counts once, however often it is told."""
    timed: int = 0
    """The traversal of the root stack whose deadline is watched."""
    is_parting: bool = False
    done: int = 0
    """How many jobs have ended."""
    told: Callable[[str], None] = nobody_listens
    """Is told each time that something was saved."""

    async def run(self) -> None:
        """Go on from what was saved, until nothing is left to do and the lease is given back."""
        try:
            resume(self.tree)
            for command in self.tree.mail:
                self.heard.add(command.number)
                await self._take_in(command)
            while True:
                turn(self.tree)
                await self._save()
                if self._has_parted():
                    return
                self._act()
                if self._is_idle() and await self._leave():
                    return
                for happening in await self._next():
                    await self._take_in(happening)
        finally:
            for task in (*self.tasks.values(), *self.alarms, *self.calls):
                task.cancel()

    def tell(self, happening: Happening) -> None:
        """Put something that has happened into the inbox."""
        if isinstance(happening, CommandRecord):
            if happening.number in self.heard:
                return
            self.heard.add(happening.number)
        self.inbox.put_nowait(happening)

    def part(self) -> None:
        """Start nothing more, and end `run` once the calls that have begun are answered."""
        self.tell(Parting())

    async def _save(self) -> None:
        ledger, self.tree.ledger = self.tree.ledger, Ledger()
        if ledger:
            await self.store.write(ledger.batch(), self.lease)
            self.told(self.lease.root_id)

    def _has_parted(self) -> bool:
        """Return whether the engine stops and every answer that others need is saved."""
        running = map(self.tree.busy.get, self.tasks)
        is_calling = bool(self.calls) or any(job and not job.is_begun for job in running)
        return self.is_parting and not is_calling and self.inbox.empty()

    def _act(self) -> None:
        """Start the jobs whose intent is saved now."""
        if self.is_parting:
            return
        jobs, self.tree.jobs = self.tree.jobs, []
        for job in jobs:
            task = asyncio.create_task(carry_out(job, self.tell, self.retries, self.permit))
            self.tasks[job.row_id] = task
            task.add_done_callback(partial(self._forget_task, job.row_id))
        deliveries, self.tree.deliveries = self.tree.deliveries, []
        for delivery in deliveries:
            call = asyncio.create_task(deliver(delivery, self.tell, self.permit))
            self.calls.add(call)
            call.add_done_callback(self.calls.discard)
        self._set_alarms()

    def _set_alarms(self) -> None:
        pauses, self.tree.pauses = self.tree.pauses, []
        for when, stack_id, row_id in pauses:
            self._set_alarm(when, PauseOver(stack_id, row_id, when))
        deadlines, self.tree.deadlines = self.tree.deadlines, []
        for when, stack_id, traversal in deadlines:
            self._set_alarm(when, TimeUp(stack_id, traversal))
        root = self.tree.stacks.get(self.lease.root_id)
        if root and root.record.deadline and root.record.traversal != self.timed:
            self.timed = root.record.traversal
            self._set_alarm(root.record.deadline, TimeUp(root.record.id, root.record.traversal))

    def _set_alarm(self, when: float, happening: Happening) -> None:
        async def ring() -> None:
            await self.tree.world.clock.sleep(max(0.0, when - self.tree.now()))
            self.tell(happening)

        alarm = asyncio.create_task(ring())
        self.alarms.add(alarm)
        alarm.add_done_callback(self.alarms.discard)

    def _forget_task(self, row_id: str, task: asyncio.Task[None]) -> None:
        if self.tasks.get(row_id) is task:
            del self.tasks[row_id]

    def _is_idle(self) -> bool:
        walking = any(stack.traversal for stack in self.tree.stacks.values())
        is_working = walking or self.tree.busy or self.tree.signals
        return not is_working and self.inbox.empty()

    async def _leave(self) -> bool:
        """Give the tree back, unless something has come in meanwhile."""
        if await self.store.release(self.lease):
            return True
        for command in await self.store.commands(self.lease.root_id):
            self.tell(command)
        return False

    async def _next(self) -> list[Happening]:
        """Wait for something to happen; return everything that has."""
        happenings = [await self.inbox.get()]
        while not self.inbox.empty():
            happenings.append(self.inbox.get_nowait())
        over = {id(one.job) for one in happenings if isinstance(one, Ended | Broke)}
        self.done += len(over)
        # Of what has ended in the same turn nobody needs to know that it began.
        return [one for one in happenings if not (isinstance(one, Began) and id(one.job) in over)]

    async def _take_in(self, happening: Happening) -> None:
        match happening:
            case CommandRecord():
                await obey(self.tree, self.store, happening)
            case TimeUp(stack_id, traversal):
                self._time_up(stack_id, traversal)
            case PauseOver(stack_id, row_id, when):
                pause_over(self.tree, stack_id, row_id, when)
            case Parting():
                self.is_parting = True
            case Delivered():
                delivered(self.tree, happening)
            case outcome:
                take_in(self.tree, outcome)

    def _time_up(self, stack_id: str, traversal: int) -> None:
        stack = self.tree.stacks.get(stack_id)
        if stack is None or stack.record.traversal != traversal:
            return
        stop(self.tree, stack, TIMED_OUT)
        over = {stack_id, *(one.record.id for one in self.tree.below(stack))}
        for row_id, task in list(self.tasks.items()):
            job = self.tree.busy.get(row_id)
            if job and job.stack_id in over:
                task.cancel()
                self.tell(Broke(job, CalorError(TIMED_OUT)))
