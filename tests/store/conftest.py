"""One suite, every store."""

import os
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import Executable, delete, update

from calor.store.memory import MemoryStore
from calor.store.migrating import upgrade
from calor.store.port import Store
from calor.store.secrets import Key, Keyring
from calor.store.sql.engines import make_engine
from calor.store.sql.store import Settings, SqlStore
from calor.store.sql.tables import metadata
from tests.store import postgres

KEYRING = Keyring([Key("first", bytes(range(32)))])


@dataclass
class House:
    """A store, and what a test may do to it from outside."""

    store: Store
    pass_time: Callable[[float], None]
    url: str | None = None
    """Where the database is, if there is one."""
    opened: AsyncExitStack = field(default_factory=AsyncExitStack)

    def another(self, settings: Settings | None = None, keyring: Keyring = KEYRING) -> Store:
        """Open the same database as a second process would; the memory is its own second."""
        return self.store if self.url is None else self.open(self.url, settings, keyring)

    def open(self, url: str, settings: Settings | None = None, keyring: Keyring = KEYRING) -> Store:
        store = SqlStore(make_engine(url), keyring, settings)
        self.opened.push_async_callback(store.close)
        return store


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    with postgres.running() as url:
        upgrade(url)
        yield url


@pytest.fixture(scope="session")
def mariadb() -> str:
    url = os.environ.get("CALOR_TEST_MARIADB_URL")
    if not url:
        pytest.skip("CALOR_TEST_MARIADB_URL names no MariaDB to test with")
    upgrade(url)
    return url


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("migrated") / "calor.db"
    upgrade(f"sqlite:///{path}")
    return path


@pytest.fixture
def sqlite(migrated: Path, tmp_path: Path) -> str:
    return f"sqlite:///{shutil.copy(migrated, tmp_path / 'calor.db')}"


def on_database(url: str, *statements: Executable) -> None:
    """Do something behind the back of the store."""
    engine = make_engine(url)
    with engine.connect() as connection:
        for statement in statements:
            connection.execute(statement)
    engine.dispose()


def empty(url: str) -> None:
    on_database(url, *(delete(table) for table in metadata.tables.values()))


def let_pass(url: str, seconds: float) -> None:
    """Put back all times that the database's clock has given."""
    trees, texts = metadata.tables["trees"], metadata.tables["texts"]
    on_database(
        url,
        update(trees).values(
            expires_at=trees.c.expires_at - seconds, wanted=trees.c.wanted - seconds
        ),
        update(texts).values(touched_at=texts.c.touched_at - seconds),
    )


DATABASES = ("sqlite", "postgresql", "mariadb")


@pytest.fixture(params=DATABASES)
def url(request: pytest.FixtureRequest) -> str:
    """An empty database of each kind."""
    found: str = request.getfixturevalue(request.param)
    if request.param != "sqlite":
        empty(found)
    return found


@pytest.fixture(params=("memory", *DATABASES))
async def house(request: pytest.FixtureRequest) -> AsyncIterator[House]:
    """A store of each kind."""
    if request.param == "memory":
        times = [1_700_000_000.0]

        def wait(seconds: float) -> None:
            times[0] += seconds

        yield House(MemoryStore(lambda: times[0]), wait)
        return
    url: str = request.getfixturevalue(request.param)
    if request.param != "sqlite":
        empty(url)
    async with AsyncExitStack() as opened:
        store = SqlStore(make_engine(url), KEYRING)
        opened.push_async_callback(store.close)
        yield House(store, lambda seconds: let_pass(url, seconds), url, opened)


@pytest.fixture
def store(house: House) -> Store:
    return house.store
