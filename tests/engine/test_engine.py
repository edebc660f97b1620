"""An engine goes on, whatever its store does."""

import asyncio
import logging
import time
from contextlib import asynccontextmanager, suppress

import pytest

from calor.core.errors import StoreUnavailable
from calor.core.state import Status
from calor.engine.engine import Engine
from calor.engine.orders import Order
from calor.engine.service import Stacks
from calor.store.memory import MemoryStore
from tests.engine.types import REGISTRY

PATIENCE = 20
HASTE = 50


class HastyClock:
    """A clock on which waiting takes a fiftieth of its time."""

    def now(self) -> float:
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / HASTE)


class Moody(MemoryStore):
    """A store that cannot be reached now and then, before or after it has done as it was told."""

    def __init__(self) -> None:
        super().__init__()
        self.absences: list[tuple[str, str]] = []

    async def _through(self, name, *given):
        called, when = self.absences[-1] if self.absences else (None, None)
        if called == name:
            self.absences.pop()
            if when == "after":
                await getattr(super(), name)(*given)
            raise StoreUnavailable("nobody knows whether it was done")
        return await getattr(super(), name)(*given)

    async def write(self, batch, lease=None):
        """Fail engines only: whoever asks for something sees the error and asks again."""
        if lease is None:
            await super().write(batch)
        else:
            await self._through("write", batch, lease)

    async def claim(self, engine_id, most):
        return await self._through("claim", engine_id, most)

    async def renew(self, engine_id):
        return await self._through("renew", engine_id)

    async def release(self, lease):
        return await self._through("release", lease)

    async def tree(self, root_id):
        return await self._through("tree", root_id)

    async def commands(self, root_id, after=0):
        return await self._through("commands", root_id, after)

    async def see_engine(self, engine):
        return await self._through("see_engine", engine)


def things(file, count=20, **properties):
    given = {"file": str(file), **properties}
    resources = {f"r{n}": {"type": "Test::Line", "properties": given} for n in range(count)}
    return Order(template={"heat_template_version": "2021-04-16", "resources": resources})


@asynccontextmanager
async def working(store, **given):
    engine = Engine(store, types=REGISTRY, clock=HastyClock(), **given)
    task = asyncio.create_task(engine.run())
    try:
        yield engine
    finally:
        engine.stop()
        await task


async def at_rest(store, stack_id):
    async with asyncio.timeout(PATIENCE):
        while (stack := await store.stack(stack_id)).status is Status.IN_PROGRESS:
            await asyncio.sleep(0.01)
    return stack


@pytest.fixture
def lines(tmp_path):
    file = tmp_path / "lines"
    file.touch()
    return file


def made(lines):
    return [line.split()[0] for line in lines.read_text().splitlines()]


CALLS = ("claim", "renew", "release", "tree", "commands", "see_engine", "write")


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("times", [1, 3])
async def test_a_store_that_was_away_costs_time_and_nothing_else(call, when, times, lines, caplog):
    store = Moody()
    store.absences = [(call, when)] * times
    async with working(store) as engine:
        stacks = Stacks(store, engine.call, types=REGISTRY)
        stack_id = await stacks.create("demo", "many", things(lines, secs=0.2))
        stack = await at_rest(store, stack_id)
        await stacks.call(stack_id)
        assert stack.status is Status.COMPLETE, stack.reason
    assert len(store.absences) < times
    assert len(made(lines)) == len(set(made(lines))) == 20
    assert not [one for one in caplog.records if one.levelno > logging.WARNING]


async def test_an_engine_that_stops_gives_its_trees_back_and_says_so(lines):
    store = MemoryStore(lease_seconds=600)
    async with working(store) as first:
        stacks = Stacks(store, first.call, types=REGISTRY)
        stack_id = await stacks.create("demo", "many", things(lines, secs=1.5))
        while len(made(lines)) < 20:
            await asyncio.sleep(0.01)
    assert (await store.stack(stack_id)).status is Status.IN_PROGRESS
    (seen,) = await store.engines()
    assert seen.stopped_at is not None
    async with working(store):
        assert (await at_rest(store, stack_id)).status is Status.COMPLETE
    assert len(made(lines)) == len(set(made(lines)))


async def test_an_engine_that_stops_waits_for_the_answers_of_its_calls(lines):
    store = MemoryStore(lease_seconds=600)
    async with working(store) as first:
        stacks = Stacks(store, first.call, types=REGISTRY)
        stack_id = await stacks.create("demo", "many", things(lines, late=0.2, secs=60))
        while not all(row.status == "IN_PROGRESS" for row in await store.resources(stack_id)):
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
    rows = await store.resources(stack_id)
    assert {row.physical_id for row in rows} == set(made(lines))
    assert len(made(lines)) == 20


async def test_an_engine_that_is_cancelled_leaves_its_leases_to_run_out(lines):
    times = [1_700_000_000.0]
    store = MemoryStore(lambda: times[0], lease_seconds=4)
    engine = Engine(store, types=REGISTRY, clock=HastyClock())
    task = asyncio.create_task(engine.run())
    stacks = Stacks(store, engine.call, types=REGISTRY)
    stack_id = await stacks.create("demo", "many", things(lines, secs=1))
    while len(made(lines)) < 20:
        await asyncio.sleep(0.01)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    assert not await store.claim("other", 1)
    times[0] += 5
    async with working(store):
        assert (await at_rest(store, stack_id)).status is Status.COMPLETE
    assert len(made(lines)) == len(set(made(lines)))


async def test_an_engine_whose_own_lease_ran_out_unnoticed_works_on_a_tree_once(lines):
    times = [1_700_000_000.0]
    store = MemoryStore(lambda: times[0], lease_seconds=4)
    async with working(store) as engine:
        stacks = Stacks(store, engine.call, types=REGISTRY)
        stack_id = await stacks.create("demo", "many", things(lines, secs=0.5))
        while len(made(lines)) < 20:
            await asyncio.sleep(0.01)
        times[0] += 5
        await engine.call("somebody calls before the lease is renewed")
        assert (await at_rest(store, stack_id)).status is Status.COMPLETE
    assert len(made(lines)) == len(set(made(lines))) == 20
    events = [(one.resource_name, one.status) for one in await store.events(stack_id)]
    assert len(events) == len(set(events))


async def test_an_engine_does_not_keep_every_template_it_has_ever_read(lines, monkeypatch):
    monkeypatch.setattr("calor.engine.engine.FORGET_AFTER", 4)
    store = MemoryStore()
    async with working(store) as engine:
        stacks = Stacks(store, engine.call, types=REGISTRY)
        for n in range(6):
            stack_id = await stacks.create("demo", f"one-{n}", things(lines, count=n + 1))
            assert (await at_rest(store, stack_id)).status is Status.COMPLETE
        assert len(engine.library.texts) <= 4 + 3
