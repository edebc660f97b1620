"""Two processes, one PostgreSQL: whatever becomes of one engine, the other goes on."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from calor.core.state import Status
from calor.engine.orders import Order
from calor.engine.service import Stacks
from calor.store.port import Store
from calor.store.sql.engines import make_engine
from calor.store.sql.store import SqlStore
from tests.engine.types import REGISTRY
from tests.store.conftest import KEYRING, empty

ROOT = Path(__file__).parents[2]
COUNT = 500
SOON, PATIENCE, FOR_EVER = 10, 30, 600


@dataclass
class Office:
    """Two engines, and what they share."""

    url: str
    store: Store
    stacks: Stacks
    lines: Path
    engines: list[subprocess.Popen[bytes]]

    async def create(self, late: float = 0.0, secs: float = 0.0) -> str:
        """Ask for many things, of which each comes a little later than the one before."""
        resources = {
            f"r{n}": {
                "type": "Test::Line",
                "properties": {
                    "file": str(self.lines),
                    "late": late * n / COUNT,
                    "secs": secs * n / COUNT,
                },
            }
            for n in range(COUNT)
        }
        template = {"heat_template_version": "2021-04-16", "resources": resources}
        return await self.stacks.create("demo", "many", Order(template=template))

    def made(self) -> Counter[str]:
        return Counter(line.split()[0] for line in self.lines.read_text().splitlines())

    async def owner(self) -> subprocess.Popen[bytes]:
        """Wait until an engine is in the middle of its work, and return it."""
        await until(lambda: is_true(sum(self.made().values()) > COUNT // 10))
        process = int(self.lines.read_text().split()[1])
        return next(one for one in self.engines if one.pid == process)

    async def is_complete(self, stack_id: str) -> bool:
        stack = await self.store.stack(stack_id)
        assert stack.status is not Status.FAILED, stack.reason
        return stack.status is Status.COMPLETE

    async def next_beat(self, process: int) -> None:
        """Wait for another sign of life of an engine."""
        before = await self._seen(process)

        async def has_beaten() -> bool:
            return await self._seen(process) > before

        await until(has_beaten)

    async def _seen(self, process: int) -> float:
        return max(one.seen_at for one in await self.store.engines() if one.process == process)


async def is_true(value: bool) -> bool:
    return value


async def until(is_so: Callable[[], Awaitable[bool]], seconds: float = PATIENCE) -> None:
    """Wait for something that another process does."""
    end = time.monotonic() + seconds
    while not await is_so():
        assert time.monotonic() < end, f"it took more than {seconds} s"
        await asyncio.sleep(0.02)


@asynccontextmanager
async def office(url: str, folder: Path, lease_seconds: float) -> AsyncIterator[Office]:
    empty(url)
    lines = folder / "lines"
    lines.touch()
    command = [sys.executable, "-m", "tests.engine.process", url, str(lease_seconds)]
    paths = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
    async with AsyncExitStack() as after:
        store = SqlStore(make_engine(url), KEYRING)
        after.push_async_callback(store.close)
        engines = []
        for _ in range(2):
            engine = subprocess.Popen(command, cwd=ROOT, env=paths)
            after.callback(engine.wait)
            after.callback(engine.kill)
            engines.append(engine)

        async def both_are_there() -> bool:
            return len(await store.engines()) == len(engines)

        await until(both_are_there)
        yield Office(url, store, Stacks(store, types=REGISTRY), lines, engines)


async def test_an_engine_that_is_killed_loses_and_doubles_nothing(
    postgresql: str, tmp_path: Path
) -> None:
    async with office(postgresql, tmp_path, lease_seconds=4) as here:
        stack_id = await here.create(late=2)
        owner = await here.owner()
        owner.send_signal(signal.SIGKILL)
        assert sum(here.made().values()) < COUNT
        await until(lambda: here.is_complete(stack_id))
        made = here.made()
        assert (len(made), set(made.values())) == (COUNT, {1})
        rows = await here.store.resources(stack_id)
        assert {row.physical_id for row in rows} == set(made)
        assert {(row.action, row.status) for row in rows} == {("CREATE", "COMPLETE")}


async def test_an_engine_that_was_away_too_long_writes_nothing_more(
    postgresql: str, tmp_path: Path
) -> None:
    async with office(postgresql, tmp_path, lease_seconds=4) as here:
        stack_id = await here.create(secs=2)
        owner = await here.owner()
        owner.send_signal(signal.SIGSTOP)
        await until(lambda: here.is_complete(stack_id))
        rows, events = await here.store.resources(stack_id), await here.store.events(stack_id)
        owner.send_signal(signal.SIGCONT)
        for _ in range(3):
            await here.next_beat(owner.pid)
        assert owner.poll() is None
        assert await here.store.resources(stack_id) == rows
        assert await here.store.events(stack_id) == events
        made = here.made()
        assert len(made) == COUNT
        # Only the one call in the middle of which it was stopped could not be called back.
        assert sum(made.values()) <= COUNT + 1


@pytest.mark.parametrize("late", [0.0, 2.0], ids=["while it waits", "in the middle of calls"])
async def test_an_engine_that_is_told_to_stop_hands_over_at_once(
    late: float, postgresql: str, tmp_path: Path
) -> None:
    async with office(postgresql, tmp_path, lease_seconds=FOR_EVER) as here:
        stack_id = await here.create(late, secs=3)
        owner = await here.owner()
        assert not await here.is_complete(stack_id)
        owner.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(owner.wait, SOON) == 0
        await until(lambda: here.is_complete(stack_id))
        assert set(here.made().values()) == {1}
        (gone,) = (one for one in await here.store.engines() if one.process == owner.pid)
        assert gone.stopped_at is not None
