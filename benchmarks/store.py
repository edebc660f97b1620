"""What writing a stack costs, beside the same rows written by nothing but sqlite3.

Run with `python -m benchmarks.store`.
"""

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from calor.core.state import Action, Status
from calor.store import rows
from calor.store.migrating import upgrade
from calor.store.records import (
    Batch,
    CommandRecord,
    EventRecord,
    ResourceRecord,
    StackRecord,
)
from calor.store.secrets import Key, Keyring
from calor.store.sql.engines import PRAGMAS, make_engine
from calor.store.sql.statements import compile_statements
from calor.store.sql.store import SqlStore

COUNT, ROUNDS = 1000, 5
NOW = 1_700_000_000.0
PROPERTIES = {
    "image": "cirros",
    "flavor": "m1.small",
    "networks": [{"port": "b3f1c8ac-6a1a-4a3a-a7e3-0e3b5f3d1c11"}],
    "user_data": "#!/bin/sh\necho hello\n" * 3,
}
STACK = StackRecord(
    id="web",
    root_id="web",
    name="web",
    project="demo",
    action=Action.CREATE,
    status=Status.IN_PROGRESS,
    template="t",
    environment="e",
    files="f",
    created_at=NOW,
)


def batches(count: int) -> list[Batch]:
    """Return what creating a stack of so many resources writes, in three batches."""
    new = tuple(_resource(number) for number in range(count))
    begun = tuple(replace(one, action=Action.CREATE, status=Status.IN_PROGRESS) for one in new)
    done = tuple(
        replace(one, status=Status.COMPLETE, physical_id=one.id, updated_at=NOW) for one in begun
    )
    return [
        Batch(new_resources=new),
        Batch(resources=begun, events=tuple(map(_event, begun))),
        Batch(resources=done, events=tuple(map(_event, done))),
    ]


def _resource(number: int) -> ResourceRecord:
    return ResourceRecord(
        id=f"00000000-0000-4000-8000-{number * 7919 % 10**9:012}",
        stack_id="web",
        root_id="web",
        name=f"server-{number}",
        type="OS::Nova::Server",
        properties=PROPERTIES,
        created_at=NOW,
    )


def _event(resource: ResourceRecord) -> EventRecord:
    return EventRecord(
        id=resource.id,
        stack_id="web",
        root_id="web",
        resource_name=resource.name,
        resource_type=resource.type,
        physical_id=resource.physical_id,
        action=resource.action,
        status=resource.status,
        reason="state changed",
        properties=PROPERTIES,
        created_at=NOW,
    )


def through_the_store(path: Path, work: Sequence[Batch]) -> float:
    """Write batches under a lease; return the CPU seconds of the writing."""
    return asyncio.run(_through_the_store(path, work))


async def _through_the_store(path: Path, work: Sequence[Batch]) -> float:
    store = SqlStore(make_engine(f"sqlite:///{path}"), Keyring([Key("k", bytes(32))]))
    create = CommandRecord(root_id="web", stack_id="web", kind="create", created_at=NOW)
    await store.write(Batch(new_stacks=(STACK,), commands=(create,)))
    (lease,) = await store.claim("engine", 1)
    start = time.process_time()
    for batch in work:
        await store.write(batch, lease)
    spent = time.process_time() - start
    await store.close()
    return spent


def straight(path: Path, work: Sequence[Batch]) -> float:
    """Write the same rows, made beforehand, with sqlite3 alone."""
    sql = compile_statements(make_engine(f"sqlite:///{path}"))
    ready = [
        (
            (sql.add_resource, [rows.resource_row(one) for one in batch.new_resources]),
            (
                sql.change_resource,
                [(*row[1:], row[0]) for row in map(rows.resource_row, batch.resources)],
            ),
            (sql.add_event, [rows.event_row(one) for one in batch.events]),
        )
        for batch in work
    ]
    database = sqlite3.connect(path, isolation_level=None)
    for pragma in PRAGMAS:
        database.execute(pragma)
    start = time.process_time()
    for statements in ready:
        database.execute("BEGIN IMMEDIATE")
        for statement, values in statements:
            database.executemany(statement, values)
        database.execute("COMMIT")
    spent = time.process_time() - start
    database.close()
    return spent


def best(measure: Callable[[Path, Sequence[Batch]], float], work: Sequence[Batch]) -> float:
    """Return the best of some rounds, each with a new database."""
    spent = []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "calor.db"
            upgrade(f"sqlite:///{path}")
            spent.append(measure(path, work))
    return min(spent)


def main() -> None:
    """Print CPU per resource of both, and the ratio."""
    work = batches(COUNT)
    ours, floor = best(through_the_store, work), best(straight, work)
    for name, seconds in (("the store", ours), ("sqlite3 alone", floor)):
        print(f"{name:15}{seconds / COUNT * 1e6:7.1f} µs of CPU per resource")
    print(f"ratio          {ours / floor:7.2f}")


if __name__ == "__main__":
    main()
