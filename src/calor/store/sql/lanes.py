"""Threads that own connections: the event loop does not wait for a database.

There is one exception.  What SQLite reads in a fraction of a millisecond is read on
the event loop itself: handing it over costs more than reading it, and a thread
that reads row by row waits for the interpreter's lock at each of them.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from calor.core.errors import StoreUnavailable
from calor.store.sql.link import Crowded, Cut, Link

Result = TypeVar("Result")
Work = Callable[[Link], Result]
Connect = Callable[[], Link]

TRIES = 5


class Holder:
    """A connection that is opened when needed, and anew when it was cut."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._link: Link | None = None

    def attempt(self, work: Work[Result]) -> Result:
        """Do some work; what others or a lost connection have undone is tried again."""
        error: Exception | None = None
        for _ in range(TRIES):
            try:
                return work(self._open())
            except Crowded as crowded:
                error = crowded
            except Cut as cut:
                self.drop()
                error = cut
            except StoreUnavailable:
                self.drop()
                raise
        raise StoreUnavailable(f"the database could not do it in {TRIES} tries: {error}")

    def drop(self) -> None:
        """Let go of the connection."""
        link, self._link = self._link, None
        if link is not None:
            link.close()

    def _open(self) -> Link:
        if self._link is None:
            self._link = self._connect()
        return self._link


@dataclass(slots=True, eq=False)
class Job(Generic[Result]):
    """Something to be done by the writer, and who waits for it."""

    work: Any
    future: asyncio.Future[Result]
    loop: asyncio.AbstractEventLoop

    def settle(self, result: Result | None, error: BaseException | None) -> None:
        """Tell the waiting loop how it went; called by the writer's thread."""
        try:
            self.loop.call_soon_threadsafe(_set, self.future, result, error)
        except RuntimeError:
            return  # the loop is gone, and whoever waited with it


def _set(future: asyncio.Future[Any], result: object, error: BaseException | None) -> None:
    if future.done():
        return  # whoever waited was cancelled
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)


class Readers:
    """A few threads for reading, each with a connection of its own."""

    def __init__(self, connect: Connect, count: int, *, is_near: bool = False) -> None:
        self._is_near = is_near
        self._local = threading.local()
        self._connect = connect
        self._holders: list[Holder] = []
        self._closed = False
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="store-reader")

    async def read(self, work: Work[Result]) -> Result:
        """Do some reading."""
        if self._closed:
            raise StoreUnavailable("the store is closed")
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._do, work)

    async def glance(self, work: Work[Result]) -> Result:
        """Do some reading that takes next to no time where the database is a file at hand."""
        if not self._is_near:
            return await self.read(work)
        if self._closed:
            raise StoreUnavailable("the store is closed")
        return self._do(work)

    def _do(self, work: Work[Result]) -> Result:
        holder: Holder | None = getattr(self._local, "holder", None)
        if holder is None:
            holder = self._local.holder = Holder(self._connect)
            self._holders.append(holder)
        return holder.attempt(work)

    def stop(self) -> None:
        """Read nothing more; to be called where `read` is called."""
        self._closed = True

    def join(self) -> None:
        """Wait for what is being read and let go of all connections."""
        self._pool.shutdown(wait=True)
        for holder in self._holders:
            holder.drop()


class Writer:
    """The one thread that writes.

    Whatever waits when the thread is free is handed to `carry_out` together, so
    that many small writes can share a transaction.
    """

    def __init__(
        self, connect: Connect, carry_out: Callable[[Holder, list[Job[Any]]], None]
    ) -> None:
        self._holder = Holder(connect)
        self._carry_out = carry_out
        # Written in C, unlike a condition: handing over costs a third less.
        self._jobs: SimpleQueue[Job[Any] | None] = SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._serve, name="store-writer", daemon=True)
        self._thread.start()

    async def do(self, work: object) -> Any:
        """Hand over some work and wait until it is done for good."""
        if self._closed:
            raise StoreUnavailable("the store is closed")
        loop = asyncio.get_running_loop()
        job: Job[Any] = Job(work, loop.create_future(), loop)
        self._jobs.put(job)
        return await job.future

    def stop(self) -> None:
        """Take no more work; to be called where `do` is called."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)

    def join(self) -> None:
        """Wait until what was handed over is done."""
        self._thread.join()

    def _serve(self) -> None:
        stopped = False
        while not stopped:
            jobs = self._wait()
            stopped = jobs[-1] is None
            todo = [job for job in jobs if job is not None]
            if todo:
                self._carry_out(self._holder, todo)
        self._holder.drop()

    def _wait(self) -> list[Job[Any] | None]:
        """Wait for work and return all that has come."""
        jobs = [self._jobs.get()]
        with suppress(Empty):
            while jobs[-1] is not None:
                jobs.append(self._jobs.get_nowait())
        return jobs
