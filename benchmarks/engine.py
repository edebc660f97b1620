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
from calor.engine.local import Local, open_local
from calor.engine.orders import Order

PROJECT = "benchmark"
ROWS = """
create table resources (id text primary key, stack text, name text, action text, status text,
    reason text, physical text, properties text, attributes text, updated real);
create table events (id integer primary key, uuid text, stack text, name text, action text,
    status text, reason text, created real);
"""


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
        async with open_local(f"sqlite:///{Path(folder) / 'calor.db'}") as local:
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
    """Return the seconds of CPU that writing the rows and events of one resource takes at least."""
    with tempfile.TemporaryDirectory() as folder:
        connection = sqlite3.connect(Path(folder) / "floor.db")
        connection.execute("pragma journal_mode = wal")
        connection.executescript(ROWS)
        begin = time.process_time()
        ids = [str(uuid.uuid4()) for _ in range(count)]
        properties = [json.dumps({"length": 16, "n": n}) for n in range(count)]
        made = zip(ids, properties, strict=True)
        with connection:
            connection.executemany(
                "insert into resources values (?, 's', 'n', 'INIT', 'COMPLETE', '', '', ?, '', 0)",
                made,
            )
        for status in ("IN_PROGRESS", "COMPLETE"):
            with connection:
                connection.executemany(
                    "update resources set action = 'CREATE', status = ?, attributes = ?,"
                    " updated = ? where id = ?",
                    [(status, json.dumps({"value": one}), time.time(), one) for one in ids],
                )
                connection.executemany(
                    "insert into events values (null, ?, 's', 'n', 'CREATE', ?, 'r', ?)",
                    [(str(uuid.uuid4()), status, time.time()) for _ in ids],
                )
        spent = time.process_time() - begin
        connection.close()
        return spent / count
