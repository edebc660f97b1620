"""How fast the engine is: durable, in one process, on SQLite; and how near to the floor.

The floor is plain Python that writes the same rows and events with sqlite3 in three
transactions, measured in the same run.
"""

import asyncio
import json
import resource
import sqlite3
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.shapes import SHAPES, flat
from calor.core.state import Action
from calor.engine.limits import UNLIMITED, Limits
from calor.engine.local import Local, open_local
from calor.engine.orders import Order
from calor.store.migrating import upgrade

PROJECT = "benchmark"
STACK = "0" * 36


@dataclass(frozen=True, slots=True)
class Spent:
    """What one step took."""

    processor: float
    wall: float


def run() -> None:
    """Measure every shape and print a table."""
    floor = measure_floor(1_000)
    print(f"floor: {floor * 1e3:.3f} ms of CPU per resource (sqlite3, three transactions)")
    print(f"{'':24}{'create':>18}{'no-op update':>18}{'full update':>18}{'delete':>18}")
    print(f"{'':24}" + f"{'wall s':>9}{'ms/res':>9}" * 4)
    for name, (shape, count) in SHAPES.items():
        spent = asyncio.run(measure(shape, count))
        cells = "".join(f"{one.wall:9.3f}{one.processor / count * 1e3:9.3f}" for one in spent)
        ratio = spent[0].processor / count / floor
        print(f"{name:24}{cells}   create: {ratio:.1f} x the floor")
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"largest resident size: {size} MiB")


async def measure(shape: Callable[[int, int], Order], count: int) -> list[Spent]:
    """Create, update without and with changes, and delete one stack."""
    with tempfile.TemporaryDirectory() as folder:
        url, limits = f"sqlite:///{Path(folder) / 'calor.db'}", Limits(resources_per_tree=UNLIMITED)
        async with open_local(url, limits=limits) as local:
            warm = await local.stacks.create(PROJECT, "warm", flat(1, 16))
            await local.complete(warm)
            return await _steps(local, shape, count)


async def _steps(local: Local, shape: Callable[[int, int], Order], count: int) -> list[Spent]:
    stack_id, stacks = "", local.stacks

    async def create() -> None:
        nonlocal stack_id
        stack_id = await stacks.create(PROJECT, "measured", shape(count, 16))

    async def update(length: int) -> None:
        await stacks.update(PROJECT, stack_id, shape(count, length))

    steps: list[Callable[[], Awaitable[None]]] = [
        create,
        lambda: update(16),
        lambda: update(17),
        lambda: stacks.act(PROJECT, stack_id, Action.DELETE),
    ]
    spent = []
    for step in steps:
        processor, wall = time.process_time(), time.perf_counter()
        await step()
        await local.complete(stack_id)
        spent.append(Spent(time.process_time() - processor, time.perf_counter() - wall))
    return spent


def measure_floor(count: int) -> float:
    """Return the seconds of CPU per resource that plain Python takes for the same rows and events.

    The tables are those of the store.  Rows are made of plain tuples and json, and written in
    three transactions: everything new, everything begun, everything done.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "floor.db"
        upgrade(f"sqlite:///{path}")
        connection = sqlite3.connect(path)
        connection.execute("pragma synchronous = full")
        widths = {name: _width(connection, name) for name in ("resources", "events")}
        begin = time.process_time()
        names = [f"w{n}" for n in range(count)]
        ids = {name: str(uuid.uuid4()) for name in names}
        with connection:
            rows = [_row(ids[name], name) for name in names]
            connection.executemany(_insert("resources", widths["resources"]), rows)
        for status in ("IN_PROGRESS", "COMPLETE"):
            with connection:
                bodies = [(status, _body(name), ids[name]) for name in names]
                connection.executemany(
                    "update resources set action = 'CREATE', status = ?, body = ? where id = ?",
                    bodies,
                )
                told = [_event(name, status) for name in names]
                connection.executemany(_insert("events", widths["events"]), told)
        spent = time.process_time() - begin
        connection.close()
        return spent / count


def _row(resource_id: str, name: str) -> tuple[object, ...]:
    kind = "OS::Heat::RandomString"
    state = ("INIT", "COMPLETE", None)
    return (resource_id, STACK, STACK, name, kind, *state, time.time(), None, _body(name))


def _event(name: str, status: str) -> tuple[object, ...]:
    body = json.dumps({"physical_id": name * 4, "reason": "state changed", "properties": {}})
    state = ("OS::Heat::RandomString", "CREATE", status)
    return (None, str(uuid.uuid4()), STACK, STACK, name, *state, time.time(), body.encode())


def _width(connection: sqlite3.Connection, table: str) -> int:
    return len(connection.execute(f"pragma table_info({table})").fetchall())


def _insert(table: str, width: int) -> str:
    return f"insert into {table} values ({', '.join('?' * width)})"  # noqa: S608 - our own names


def _body(name: str) -> bytes:
    properties = {"length": 16, "character_classes": [{"class": "lettersdigits", "min": 1}]}
    notes = {"reference": name * 8, "template": "0" * 64}
    return json.dumps({"properties": properties, "attributes": {}, "notes": notes}).encode()
