"""SQLAlchemy engines as this store wants them: autocommit, plain parameters, no pool."""

import os
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.pool import NullPool

from calor.core.errors import StoreUnavailable

DRIVERS = {
    "sqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "mysql": "mysql+pymysql",
    "mariadb": "mariadb+pymysql",
}
BUSY_SECONDS = 30
"""How long a writer waits for another process that writes to the same file."""

PRAGMAS = (
    # Readers and the writer do not wait for each other.
    "PRAGMA journal_mode=WAL",
    # Every commit is on the disk when it returns: it outlives the machine, not only the process.
    "PRAGMA synchronous=FULL",
    f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}",
    "PRAGMA temp_store=MEMORY",
)


def address(url: str) -> URL:
    """Return the address of a database with the driver we use."""
    try:
        found = make_url(url)
    except ArgumentError as error:
        raise StoreUnavailable("the address of the database is not understood") from error
    kind = found.get_backend_name()
    if kind not in DRIVERS:
        known = ", ".join(DRIVERS)
        raise StoreUnavailable(f"no database of the kind {kind!r}; there are {known}")
    if kind == "sqlite" and found.database in {None, "", ":memory:"}:
        raise StoreUnavailable("SQLite needs a file here; memory:// is the store without one")
    return found.set(drivername=DRIVERS[kind])


def make_engine(url: str, **arguments: Any) -> Engine:
    """Return an engine; further arguments go to the driver."""
    where = address(url)
    # Parameters may be secret, and errors are logged.
    options: dict[str, Any] = {"connect_args": arguments, "hide_parameters": True}
    kind = where.get_backend_name()
    if kind == "sqlite":
        # A connection is opened by one thread, and may be closed by another.
        arguments |= {"check_same_thread": False, "timeout": BUSY_SECONDS}
    else:
        options["paramstyle"] = "format"
    if kind in {"mysql", "mariadb"}:
        arguments["init_command"] = "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED"
    try:
        engine = create_engine(where, isolation_level="AUTOCOMMIT", poolclass=NullPool, **options)
    except (NoSuchModuleError, ImportError) as error:
        raise StoreUnavailable(f"the driver for {kind} is not installed: {error}") from error
    if kind == "sqlite":
        event.listen(engine, "do_connect", partial(_make_private, Path(str(where.database))))
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _make_private(file: Path, *_: object) -> None:
    """Make a file that is its owner's alone; what SQLite puts beside it gets the same mode."""
    with suppress(OSError):  # whoever connects is told what is wrong
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _prepare_sqlite(connection: Any, _record: object) -> None:
    for pragma in PRAGMAS:
        connection.execute(pragma).close()
