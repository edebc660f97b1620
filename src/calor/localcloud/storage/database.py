"""Everything the local cloud remembers: whole in memory, written through to one SQLite file.

A transaction is kept in memory and in the file together, or in neither.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from calor.localcloud.storage.directory import PRIVATE_FILE

SCHEMA = """
create table if not exists records (
    kind text not null, id text not null, body blob not null, primary key (kind, id)
) without rowid, strict
"""
PUT = "insert or replace into records (kind, id, body) values (?, ?, ?)"
DROP = "delete from records where kind = ? and id = ?"


class DirectoryInUse(Exception):
    """Another process has this data directory open."""


class Restorable(Protocol):
    """Something that can take back what was done to one of its records."""

    kind: str

    def encoded(self, identity: str) -> bytes | None:
        """Return a record's bytes, or nothing if it is gone."""

    def restore(self, identity: str, record: object) -> None:
        """Put a record back as it was; nothing if it was not there."""


class Database:
    """One SQLite file, held by one process."""

    def __init__(self, path: Path) -> None:
        self._link = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=1)
        self._undo: list[tuple[Restorable, str, object]] = []
        self._revisions: Counter[str] = Counter()
        try:
            path.chmod(PRIVATE_FILE)
            self._link.execute("pragma locking_mode = exclusive")
            self._link.execute("pragma journal_mode = wal")
            self._link.execute("pragma synchronous = normal")
            self._link.execute(SCHEMA)
        except sqlite3.OperationalError as error:
            self._link.close()
            raise DirectoryInUse(
                f"{path.parent} cannot be opened ({error}); does another process use it?"
            ) from None

    def load(self, kind: str) -> list[tuple[str, bytes]]:
        """Return the records of a kind with their ids, by id."""
        found = self._link.execute(
            "select id, body from records where kind = ? order by id", (kind,)
        )
        return found.fetchall()

    def changed(self, shelf: Restorable, identity: str, before: object) -> None:
        """Note that a record changes, and what it was."""
        self._revisions[_service(shelf)] += 1
        self._undo.append((shelf, identity, before))

    def revision(self, service: str) -> int:
        """Return a number that is another one after each change to a service's records."""
        return self._revisions[service]

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Keep all changes made inside, or none if an exception leaves."""
        try:
            yield
            self._write()
        except BaseException:
            for shelf, identity, before in reversed(self._undo):
                shelf.restore(identity, before)
                self._revisions[_service(shelf)] += 1
            raise
        finally:
            self._undo.clear()

    def _write(self) -> None:
        if not self._undo:
            return
        touched = {(shelf.kind, identity): shelf for shelf, identity, _ in self._undo}
        self._link.execute("begin immediate")
        try:
            for (kind, identity), shelf in touched.items():
                body = shelf.encoded(identity)
                values = (kind, identity) if body is None else (kind, identity, body)
                self._link.execute(DROP if body is None else PUT, values)
            self._link.execute("commit")
        except BaseException:
            self._link.execute("rollback")
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._link.close()


def _service(shelf: Restorable) -> str:
    return shelf.kind.partition(".")[0]
