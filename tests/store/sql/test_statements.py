"""A batch costs a fixed number of statements, however many rows it has."""

import sqlite3
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any, Self

import pytest

from calor.core.state import Status
from calor.store.records import Batch, Lease
from calor.store.sql.engines import make_engine
from calor.store.sql.store import SqlStore
from tests.store.conftest import KEYRING
from tests.store.samples import event, request, resource, stack


class Counts:
    """What was asked of the driver: many rows of one statement count once."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def words(self) -> list[str]:
        """Return the first words of all statements since the last time."""
        asked, self.asked = self.asked, []
        return [sql.split()[0] for sql in asked]


@pytest.fixture
def counts() -> Counts:
    return Counts()


@pytest.fixture
async def store(sqlite: str, counts: Counts) -> AsyncIterator[SqlStore]:
    class CountingCursor(sqlite3.Cursor):
        def execute(self, sql: str, values: Any = (), /) -> Self:
            counts.asked.append(sql)
            return super().execute(sql, values)

        def executemany(self, sql: str, rows: Any, /) -> Self:
            counts.asked.append(sql)
            return super().executemany(sql, rows)

    class CountingConnection(sqlite3.Connection):
        def cursor(self, factory: Any = CountingCursor) -> Any:
            return super().cursor(factory)

    store = SqlStore(make_engine(sqlite, factory=CountingConnection), KEYRING)
    yield store
    await store.close()


@pytest.fixture
async def lease(store: SqlStore, counts: Counts) -> Lease:
    web = stack(id="web")
    await store.write(request(web))
    (lease,) = await store.claim("one", 1)
    counts.words()
    return lease


@pytest.mark.parametrize("rows", [1, 100, 10_000])
async def test_statements_do_not_grow_with_rows(
    store: SqlStore, counts: Counts, lease: Lease, rows: int
):
    web = await store.stack("web")
    made = tuple(resource(web, str(number)) for number in range(rows))
    events = tuple(event(web, one.name) for one in made)
    counts.words()

    await store.write(Batch(new_resources=made, events=events), lease)
    assert counts.words() == ["BEGIN", "SELECT", "INSERT", "INSERT", "COMMIT"]

    done = tuple(replace(one, status=Status.COMPLETE, physical_id=one.id) for one in made)
    await store.write(Batch(resources=done, events=events, stacks=(web,)), lease)
    assert counts.words() == [
        *("BEGIN", "SELECT"),
        *("UPDATE", "DELETE"),  # the stack and its tags
        *("UPDATE", "INSERT", "COMMIT"),
    ]

    gone = tuple(one.id for one in made)
    await store.write(Batch(gone_resources=gone, events=events), lease)
    assert counts.words() == ["BEGIN", "SELECT", "DELETE", "DELETE", "INSERT", "COMMIT"]
    assert await store.resources(web.id) == []


async def test_a_tree_is_loaded_with_four_queries(store: SqlStore, counts: Counts, lease: Lease):
    web = await store.stack("web")
    await store.write(Batch(new_resources=tuple(resource(web, str(n)) for n in range(500))), lease)
    counts.words()
    assert len((await store.tree("web")).resources) == 500
    assert counts.words() == ["BEGIN", "SELECT", "SELECT", "SELECT", "SELECT", "ROLLBACK"]


async def test_leases_cost_two_statements_for_any_number_of_trees(store: SqlStore, counts: Counts):
    for number in range(50):
        await store.write(request(stack(f"s{number}")))
    counts.words()
    assert len(await store.claim("one", 50)) == 50
    assert counts.words() == ["BEGIN", "SELECT", "UPDATE", "COMMIT"]
    assert len(await store.renew("one")) == 50
    assert counts.words() == ["BEGIN", "SELECT", "UPDATE", "COMMIT"]
    assert not await store.claim("one", 50)
    assert counts.words() == ["BEGIN", "SELECT", "COMMIT"]
