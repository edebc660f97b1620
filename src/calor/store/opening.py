"""From an address to a store."""

import asyncio

from calor.core.errors import StoreUnavailable
from calor.store.memory import MemoryStore
from calor.store.port import Store
from calor.store.revisions import is_current
from calor.store.secrets import Cipher
from calor.store.sql.engines import make_engine
from calor.store.sql.store import Settings, SqlStore


async def open_store(
    url: str, cipher: Cipher, *, settings: Settings | None = None, migrate: bool = False
) -> Store:
    """Open the store at an address: `memory://`, `sqlite:///…`, `postgresql://…` or `mysql://…`.

    Its tables must be those of this release; `migrate` brings them there.
    """
    if url.startswith("memory:"):
        return MemoryStore(lease_seconds=(settings or Settings()).lease_seconds)
    if await asyncio.to_thread(is_current, url):
        return SqlStore(make_engine(url), cipher, settings)
    if migrate:
        # Imported here because it takes long, and a database seldom needs it.
        from calor.store.migrating import upgrade  # noqa: PLC0415

        await asyncio.to_thread(upgrade, url)
    else:
        message = (
            "the tables of the database are not those of this release; run: calor manage db upgrade"
        )
        raise StoreUnavailable(message)
    return SqlStore(make_engine(url), cipher, settings)
