"""What a stack costs the database does not grow with its size, but for the rows themselves."""

import asyncio
import sqlite3
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import pytest

from calor.core.state import Action, Status
from calor.engine.engine import Engine
from calor.engine.orders import Order
from calor.engine.service import Stacks
from calor.store.filters import StackFilter
from calor.store.sql.engines import make_engine
from calor.store.sql.store import SqlStore
from tests.engine.types import REGISTRY
from tests.store.conftest import KEYRING

BEGIN, LOOK = "BEGIN IMMEDIATE", "SELECT trees.root_id, trees.epoch"


@dataclass
class Count:
    """What the driver of a database was asked to do."""

    statements: Counter[str] = field(default_factory=Counter)
    rows: int = 0

    def note(self, sql: str, rows: int = 1) -> None:
        self.statements[sql] += 1
        self.rows += rows

    def of(self, beginning: str) -> int:
        return sum(n for sql, n in self.statements.items() if sql.startswith(beginning))

    @property
    def totals(self) -> tuple[int, int]:
        """How many transactions that write, and how many statements."""
        return self.of(BEGIN), self.statements.total()

    def is_over(self) -> bool:
        """Whether an engine has taken a tree, given it back and looked for another in vain."""
        return self.of(LOOK) == 2 and self.of(BEGIN) == self.of("COMMIT")


def counting(count: Count) -> type[sqlite3.Connection]:
    """Return a connection whose cursors count."""

    class CountingCursor(sqlite3.Cursor):
        def execute(self, sql, *values):
            count.note(sql)
            return super().execute(sql, *values)

        def executemany(self, sql, rows):
            rows = list(rows)
            count.note(sql, len(rows))
            return super().executemany(sql, rows)

    class CountingConnection(sqlite3.Connection):
        def cursor(self, factory=CountingCursor):
            return super().cursor(factory)

    return CountingConnection


class QuietClock:
    """A clock by which an engine beats once."""

    def now(self) -> float:
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(3600)


def flat(count: int, value: str) -> Order:
    one = {"type": "Test::Line", "properties": {"value": value}}
    resources = {f"r{n}": one for n in range(count)}
    return Order(template={"heat_template_version": "2021-04-16", "resources": resources})


async def costs(url: str, size: int) -> dict[str, Count]:
    """Create, update without and with changes, and delete a stack; return what each cost."""
    count = Count()
    store = SqlStore(make_engine(url, factory=counting(count)), KEYRING)
    aside = SqlStore(make_engine(url), KEYRING)
    engine = Engine(store, types=REGISTRY, clock=QuietClock())
    working = asyncio.create_task(engine.run())
    stacks = Stacks(store, engine.call, types=REGISTRY)
    await until(count.is_over)
    found = {}
    for name, step in steps(stacks, size).items():
        count.statements, count.rows = Counter(), 0
        await step()
        await until(count.is_over)
        (stack,) = await aside.find_stacks(StackFilter(project="demo", show_deleted=True))
        assert stack.status is Status.COMPLETE, stack.reason
        found[name] = Count(Counter(count.statements), count.rows)
    engine.stop()
    await working
    await store.close()
    await aside.close()
    return found


def steps(stacks: Stacks, size: int) -> dict[str, Callable[[], Awaitable[None]]]:
    stack_id = ""

    async def create() -> None:
        nonlocal stack_id
        stack_id = await stacks.create("demo", "many", flat(size, "a"))

    return {
        "create": create,
        "unchanged": lambda: stacks.update("demo", stack_id, flat(size, "a")),
        "update": lambda: stacks.update("demo", stack_id, flat(size, "b")),
        "delete": lambda: stacks.act("demo", stack_id, Action.DELETE),
    }


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not is_so():
            await asyncio.sleep(0.005)


@pytest.mark.parametrize("size", [100, 1000])
async def test_statements_and_transactions_do_not_grow_with_a_stack(sqlite: str, size: int) -> None:
    found = await costs(sqlite, size)
    assert {name: one.totals for name, one in found.items()} == {
        "create": (6, 43),
        "unchanged": (5, 38),
        "update": (6, 45),
        "delete": (6, 42),
    }
    # A row that is new or changed, the same when it is done, and an event for each; at last,
    # a row and its secrets that are gone.
    rows = {name: round((one.rows - one.totals[1]) / size) for name, one in found.items()}
    assert rows == {"create": 4, "unchanged": 0, "update": 4, "delete": 5}
