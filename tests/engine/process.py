"""An engine in a process of its own: `python -m tests.engine.process ADDRESS LEASE_SECONDS`."""

import asyncio
import logging
import signal
import sys

from calor.engine.engine import Engine
from calor.store.opening import open_store
from calor.store.sql.store import Settings
from tests.engine.types import REGISTRY
from tests.store.conftest import KEYRING


async def work(url: str, lease_seconds: float) -> None:
    store = await open_store(url, KEYRING, settings=Settings(lease_seconds=lease_seconds))
    engine = Engine(store, types=REGISTRY)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, engine.stop)
    await engine.run()
    await store.close()


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING)
    asyncio.run(work(sys.argv[1], float(sys.argv[2])))
