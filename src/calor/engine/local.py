"""An engine in one's own program: a store, an engine that works on it, and the use cases."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

from calor.core.errors import CalorError
from calor.core.state import Status
from calor.engine.engine import Engine
from calor.engine.limits import Limits
from calor.engine.loading import Clouds, no_clouds
from calor.engine.service import Stacks
from calor.engine.views import Views
from calor.plugin.registry import TypeRegistry
from calor.sandbox.evaluator import Yaql
from calor.store.opening import open_store
from calor.store.port import Store
from calor.store.records import StackRecord
from calor.store.secrets import KEY_SIZE, Key, Keyring

SHORTEST, LONGEST, GROWTH = 0.002, 0.1, 1.3
"""The seconds between two looks at a stack that is being worked on."""


@dataclass(frozen=True, slots=True)
class Local:
    """What a program needs to bring templates up."""

    store: Store
    engine: Engine
    stacks: Stacks
    views: Views

    async def at_rest(self, stack_id: str) -> StackRecord:
        """Wait until nothing is being done to a stack, and return how it is then."""
        pause = SHORTEST
        while (record := await self.store.stack(stack_id)).status is Status.IN_PROGRESS:
            await asyncio.sleep(pause)
            pause = min(pause * GROWTH, LONGEST)
        return record

    async def complete(self, stack_id: str) -> StackRecord:
        """Wait until a stack is what it was to become; raise an error if it does not come there."""
        record = await self.at_rest(stack_id)
        if record.status is not Status.COMPLETE:
            raise CalorError(f"{record.name}: {record.reason}")
        return record


@asynccontextmanager
async def open_local(
    url: str,
    key: bytes | None = None,
    *,
    types: TypeRegistry | None = None,
    limits: Limits | None = None,
    clouds: Clouds = no_clouds,
) -> AsyncIterator[Local]:
    """Open the store at an address, and work on what is there until the end of the block.

    Secrets are encrypted with a key of 32 bytes; without one, they can be read
    until the end of the block and never again.
    """
    keyring = Keyring([Key("local", key or os.urandom(KEY_SIZE))])
    types, limits = types or TypeRegistry(), limits or Limits()
    store = await open_store(url, keyring, migrate=True)
    with Yaql() as yaql:
        evaluate = yaql.evaluate
        engine = Engine(store, types=types, run_yaql=evaluate, limits=limits, clouds=clouds)
        desk = partial(Stacks, types=types, run_yaql=evaluate, limits=limits)
        look = partial(Views, types=types, run_yaql=evaluate, limits=limits)
        working = asyncio.create_task(engine.run())
        try:
            yield Local(store, engine, desk(store, engine.call), look(store))
        finally:
            engine.stop()
            await working
            await store.close()
