"""Writes that wait together share a transaction, and each fails alone."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import text

from calor.core.errors import Conflict, LeaseLost, NotFound, StoreUnavailable, Unstorable
from calor.store.records import Batch, Lease
from calor.store.sql.engines import make_engine
from calor.store.sql.lanes import Holder
from calor.store.sql.link import Crowded, Cut, Link
from calor.store.sql.store import SqlStore
from tests.store.conftest import KEYRING, on_database
from tests.store.samples import command, event, request, resource, stack


@pytest.fixture
async def store(url: str) -> AsyncIterator[SqlStore]:
    store = SqlStore(make_engine(url), KEYRING)
    yield store
    await store.close()


async def test_each_of_many_writes_fails_for_its_own_reason(store: SqlStore):
    web = stack("web")
    await store.write(request(web))
    results = await asyncio.gather(
        store.write(request(stack("one"))),
        store.write(request(stack("web"))),
        store.write(Batch(events=(event(web),)), Lease(web.id, "nobody", 1)),
        store.write(Batch(new_resources=(resource(web, notes={"a": object()}),))),
        store.write(Batch(commands=(command(stack()),))),
        store.write(request(stack("two"))),
        return_exceptions=True,
    )
    kinds = [type(result) for result in results]
    assert kinds == [type(None), Conflict, LeaseLost, Unstorable, NotFound, type(None)]
    assert {(await store.stack_named("demo", name)).name for name in ("one", "two")}
    assert not await store.events(web.id)


async def test_writes_that_wait_are_all_there_and_in_order(store: SqlStore):
    web = stack()
    await store.write(Batch(new_stacks=(web,)))
    names = [str(number) for number in range(300)]
    await asyncio.gather(*(store.write(Batch(events=(event(web, name),))) for name in names))
    assert [one.resource_name for one in await store.events(web.id)] == names


async def test_a_write_is_done_even_if_nobody_waits_for_it(store: SqlStore):
    web = stack()
    waiting = asyncio.create_task(store.write(request(web)))
    await asyncio.sleep(0)
    waiting.cancel()
    await store.renew("nobody")
    assert (await store.stack(web.id)).name == "web"


async def test_writers_of_two_processes_do_not_lose_each_others_rows(url: str, store: SqlStore):
    other = SqlStore(make_engine(url), KEYRING)
    stacks = [stack(f"s{number}") for number in range(8)]
    await store.write(Batch(new_stacks=tuple(stacks)))
    batches = [Batch(events=tuple(map(event, stacks)), commands=(command(one),)) for one in stacks]
    await asyncio.gather(*(each.write(batch) for batch in batches * 5 for each in (store, other)))
    await other.close()
    for one in stacks:
        assert len(await store.events(one.id)) == 80
        assert len(await store.commands(one.id)) == 10


async def test_a_closed_store_says_so(url: str):
    store = SqlStore(make_engine(url), KEYRING)
    await store.write(request(stack()))
    await store.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.write(Batch())
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.stack("1")
    await store.close()


async def test_a_connection_that_was_cut_is_replaced(postgresql: str):
    store = SqlStore(make_engine(postgresql), KEYRING)
    web = stack("cut", project="cut")
    await store.write(request(web))
    assert await store.stack(web.id) == web
    on_database(
        postgresql,
        text(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        ),
    )
    assert await store.stack(web.id) == web
    await store.write(Batch(events=(event(web),)))
    assert len(await store.events(web.id)) == 1
    await store.close()


async def test_too_long_a_name_is_refused_where_the_database_has_limits(postgresql: str):
    store = SqlStore(make_engine(postgresql), KEYRING)
    with pytest.raises(Unstorable):
        await store.write(Batch(new_stacks=(stack("n" * 300),)))
    with pytest.raises(Unstorable):
        await store.write(Batch(new_stacks=(stack("nul\0"),)))
    await store.close()


class Stubborn:
    """Work that succeeds only after some errors."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)

    def __call__(self, link: Link) -> str:
        if self.errors:
            raise self.errors.pop(0)
        return "done"


def no_link() -> Link:
    return object.__new__(Link)


def test_what_others_have_undone_is_tried_again():
    holder = Holder(no_link)
    assert holder.attempt(Stubborn(Crowded("deadlock"), Crowded("again"))) == "done"
    with pytest.raises(StoreUnavailable, match="tries: forever"):
        holder.attempt(Stubborn(*(Crowded("forever") for _ in range(9))))


def test_a_new_connection_is_made_for_one_that_was_cut():
    made = []

    def connect() -> Link:
        link = no_link()
        made.append(link)
        return link

    assert Holder(connect).attempt(Stubborn(Cut("gone"))) == "done"
    assert len(made) == 2
