"""How the databases differ: their clocks, their transactions, their errors."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from sqlalchemy import Engine, Insert, Table
from sqlalchemy.dialects import mysql, postgresql, sqlite


@dataclass(frozen=True, slots=True)
class Flavour:
    """What one database wants to be told in its own words."""

    now: str
    """The database's clock, in seconds since 1970."""
    begin: str
    """Starts a transaction that writes."""
    begin_snapshot: tuple[str, ...]
    """Starts a transaction that reads, all as of one moment."""


FLAVOURS: Mapping[str, Flavour] = {
    "sqlite": Flavour(
        now="((julianday('now') - 2440587.5) * 86400.0)",
        # Taking the lock at once waits for it; taking it at the first write could fail.
        begin="BEGIN IMMEDIATE",
        begin_snapshot=("BEGIN",),
    ),
    "postgresql": Flavour(
        now="CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS DOUBLE PRECISION)",
        begin="BEGIN",
        begin_snapshot=("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",),
    ),
    "mysql": Flavour(
        now="(UNIX_TIMESTAMP(SYSDATE(6)) + 0e0)",
        begin="START TRANSACTION",
        begin_snapshot=(
            "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
            "START TRANSACTION WITH CONSISTENT SNAPSHOT",
        ),
    ),
}


def flavour_of(engine: Engine) -> Flavour:
    """Return the flavour of the database behind an engine."""
    return FLAVOURS["mysql" if engine.dialect.name == "mariadb" else engine.dialect.name]


def upsert(engine: Engine, table: Table, changed: tuple[str, ...]) -> Insert:
    """Insert a row, or change some columns of the one with the same primary key."""
    match engine.dialect.name:
        case "sqlite":
            statement = sqlite.insert(table).inline()
            return statement.on_conflict_do_update(
                index_elements=list(table.primary_key),
                set_={name: statement.excluded[name] for name in changed},
            )
        case "postgresql":
            into = postgresql.insert(table).inline()
            return into.on_conflict_do_update(
                index_elements=list(table.primary_key),
                set_={name: into.excluded[name] for name in changed},
            )
        case _:
            rows = mysql.insert(table).inline()
            return rows.on_duplicate_key_update({name: rows.inserted[name] for name in changed})


class Fault(Enum):
    """What an error of a driver means to us."""

    CONFLICT = "something of that key exists"
    UNSTORABLE = "the database does not take a value"
    CROWDED = "others were in the way; the transaction was undone and may be tried again"
    CUT = "the connection is gone"
    BROKEN = "the database refuses for a reason of its own"
    OURS = "not an error of the database at all, but a bug"


# Deadlocks, serialization failures and waits that took too long.
CROWDED_STATES = frozenset({"40001", "40P01", "55P03"})
CROWDED_NUMBERS = frozenset({1205, 1213})


def fault_of(engine: Engine, error: Exception, connection: object) -> Fault:
    """Sort out what a driver's error means."""
    driver = engine.dialect.dbapi
    if isinstance(error, UnicodeError | OverflowError):
        return Fault.UNSTORABLE
    if driver is None or not isinstance(error, driver.Error):
        return Fault.OURS
    if _is_crowded(error):
        return Fault.CROWDED
    if isinstance(error, driver.IntegrityError):
        return Fault.CONFLICT
    if engine.dialect.is_disconnect(error, connection, None):  # type: ignore[arg-type]  # any driver's
        return Fault.CUT
    return Fault.UNSTORABLE if isinstance(error, driver.DataError) else Fault.BROKEN


def _is_crowded(error: Exception) -> bool:
    if isinstance(error, sqlite3.Error):
        # The lower byte is the primary code of SQLite's extended ones.
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in {
            sqlite3.SQLITE_BUSY,
            sqlite3.SQLITE_LOCKED,
        }
    if getattr(error, "sqlstate", None) in CROWDED_STATES:
        return True
    return bool(error.args) and error.args[0] in CROWDED_NUMBERS
