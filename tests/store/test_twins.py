"""The memory gives the same answers as a database, whatever is done."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import replace
from operator import methodcaller
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calor.core.errors import CalorError
from calor.core.state import Status
from calor.store.filters import EventFilter, Order, StackFilter, StackKey
from calor.store.memory import MemoryStore
from calor.store.port import Store
from calor.store.records import Batch, Lease
from calor.store.sql.engines import make_engine
from calor.store.sql.store import SqlStore
from tests.store.conftest import KEYRING
from tests.store.samples import NOW, command, event, resource, stack

few = st.integers(0, 2).map(str)
json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8"), max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(few, inner, max_size=2),
    max_leaves=4,
)
stacks = st.builds(
    stack,
    name=few,
    id=few,
    tags=st.lists(few, max_size=2, unique=True).map(tuple),
    deleted_at=st.none() | st.just(NOW),
    status=st.sampled_from(Status),
    details=st.dictionaries(few, json, max_size=2),
)
owners = st.builds(stack, name=few, id=few)
resources = st.builds(
    resource, owners, few, id=few, properties=st.dictionaries(few, json, max_size=2)
)
events = st.builds(event, owners, few, id=few, status=st.sampled_from(Status))


def some(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(strategy, max_size=2).map(tuple)


batches = st.builds(
    Batch,
    texts=st.dictionaries(few, st.binary(max_size=3), max_size=1).map(
        lambda texts: {digest: digest.encode() for digest in texts}
    ),
    new_stacks=some(stacks),
    stacks=some(stacks),
    new_resources=some(resources),
    resources=some(resources),
    gone_resources=some(few),
    secrets=st.dictionaries(st.tuples(few, few), st.none() | few, max_size=2),
    events=some(events),
    commands=some(st.builds(command, owners, few)),
)
leases = st.none() | st.builds(Lease, few, few, st.integers(1, 2))
filters = st.builds(
    StackFilter,
    names=some(few),
    tags=some(few),
    not_tags=some(few),
    tags_any=some(few),
    show_deleted=st.booleans(),
    order=some(st.builds(Order, st.sampled_from(StackKey), st.booleans())),
    marker=st.none() | few,
    limit=st.none() | st.integers(0, 2),
)

Step = Callable[[Store], Awaitable[Any]]


def call(name: str, *given: st.SearchStrategy[Any]) -> st.SearchStrategy[Step]:
    return st.builds(methodcaller, st.just(name), *given)


steps = st.one_of(
    call("write", batches),
    call("write", batches, leases),
    call("write", st.builds(lambda owner: Batch(new_stacks=(owner,)), stacks)),
    call("claim", few, st.integers(0, 2)),
    call("renew", few),
    call("release", leases.filter(bool)),
    call("hand_over", leases.filter(bool)),
    call("tree", few),
    call("find_stacks", filters),
    call("stack_named", st.just("demo"), few),
    call("text", few),
    call("trim_events", few, st.just(1)),
    call("purge", st.just(NOW + 1)),
)


async def answer(store: Store, step: Step) -> object:
    try:
        return without_numbers(await step(store))
    except CalorError as error:
        return type(error)


def without_numbers(value: Any) -> Any:
    """Numbers only have to grow; databases leave gaps."""
    if hasattr(value, "commands"):
        commands = tuple(replace(one, number=0) for one in value.commands)
        return replace(value, commands=commands)
    return list(value) if isinstance(value, tuple | list) else value


async def state(store: Store) -> object:
    """Everything there is to see."""
    everything = StackFilter(show_deleted=True, show_nested=True)
    found = await store.find_stacks(everything)
    return (
        found,
        [await answer(store, methodcaller("tree", one.id)) for one in found],
        [replace(one, number=0) for one in await store.find_events(EventFilter())],
        [await answer(store, methodcaller("text", digest)) for digest in "012"],
        [await answer(store, methodcaller("renew", engine)) for engine in "012"],
    )


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(steps, max_size=12))
def test_memory_and_sqlite_answer_alike(migrated: Path, tmp_path: Path, todo: list[Step]):
    async def compare() -> None:
        memory = MemoryStore()
        for path in tmp_path.glob("twin.db*"):
            path.unlink()
        url = f"sqlite:///{shutil.copy(migrated, tmp_path / 'twin.db')}"
        database = SqlStore(make_engine(url), KEYRING)
        try:
            for step in todo:
                assert await answer(memory, step) == await answer(database, step)
            assert await state(memory) == await state(database)
        finally:
            await database.close()

    asyncio.run(compare())
