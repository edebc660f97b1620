"""An address leads to a store, or to a message that helps."""

from pathlib import Path

import pytest

from calor.core.errors import StoreUnavailable
from calor.store.memory import MemoryStore
from calor.store.opening import open_store
from calor.store.sql.store import SqlStore
from tests.store.conftest import KEYRING
from tests.store.samples import request, stack


async def test_memory_needs_no_database():
    assert isinstance(await open_store("memory://", KEYRING), MemoryStore)


async def test_a_new_file_is_migrated_on_request(tmp_path: Path):
    url = f"sqlite:///{tmp_path / 'calor.db'}"
    with pytest.raises(StoreUnavailable, match="calor manage db upgrade"):
        await open_store(url, KEYRING)
    store = await open_store(url, KEYRING, migrate=True)
    assert isinstance(store, SqlStore)
    await store.write(request(stack()))
    await store.close()


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("nonsense", "not understood"),
        ("oracle://host/db", "there are sqlite, postgresql, mysql, mariadb"),
        ("sqlite://", "needs a file"),
    ],
)
async def test_other_addresses_are_refused(url: str, message: str):
    with pytest.raises(StoreUnavailable, match=message):
        await open_store(url, KEYRING)
