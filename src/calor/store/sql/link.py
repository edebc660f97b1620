"""One connection to the database, used by one thread at a time."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import Connection, Engine, Executable
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from calor.core.errors import CalorError, Conflict, StoreUnavailable, Unstorable
from calor.store.rows import Row
from calor.store.sql.flavour import Fault, fault_of
from calor.store.sql.statements import Statements


class Crowded(Exception):
    """Others were in the way: the transaction was undone and may be tried again."""


class Cut(Exception):
    """The connection went away before the transaction was committed: it may be tried again."""


class Link:
    """The driver's connection in autocommit mode: transactions are begun and ended explicitly.

    The hot path runs on the driver's cursor; `connection` serves the cold queries.
    """

    def __init__(self, engine: Engine, statements: Statements) -> None:
        self.engine = engine
        self.statements = statements
        self.connection = self._connect()
        self._driver = self.connection.connection.driver_connection
        self._cursor = self.connection.connection.cursor()

    def _connect(self) -> Connection:
        try:
            return self.engine.connect()
        except SQLAlchemyError as error:
            where = self.engine.url.render_as_string(hide_password=True)
            raise StoreUnavailable(f"cannot open the database {where}: {error}") from error

    def run(self, sql: str, values: Row = ()) -> int:
        """Run a statement and return how many rows it has changed."""
        self._cursor.execute(sql, values)
        return self._cursor.rowcount

    def run_many(self, sql: str, rows: Sequence[Row]) -> int:
        """Run a statement for many rows and return how many it has changed."""
        self._cursor.executemany(sql, rows)
        return self._cursor.rowcount

    def rows(self, sql: str, values: Row = ()) -> Sequence[Any]:
        """Run a query."""
        self._cursor.execute(sql, values)
        return self._cursor.fetchall()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit what is done inside, or undo it all; errors come out as ours."""
        with self._translated():
            self.run(self.statements.flavour.begin)
            try:
                yield
            except BaseException:
                self._undo()
                raise
        self._commit()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read everything inside as of one moment."""
        with self._translated():
            for statement in self.statements.flavour.begin_snapshot:
                self.run(statement)
            try:
                yield
            finally:
                self._undo()

    def hot(self, sql: str, values: Row) -> Sequence[Any]:
        """Run a query of the hot path on its own."""
        with self._translated():
            return self.rows(sql, values)

    def fetch(self, query: Executable) -> Sequence[Any]:
        """Run a cold query."""
        with self._translated():
            return self.connection.execute(query).all()

    def change(self, statement: Executable) -> int:
        """Run a cold statement and return how many rows it has changed."""
        with self._translated():
            return self.connection.execute(statement).rowcount

    def close(self) -> None:
        """Let go of the connection, whatever state it is in."""
        with suppress(Exception):
            self._cursor.close()
        with suppress(Exception):
            self.connection.close()

    def _undo(self) -> None:
        # A connection that cannot even do this is found out to be cut, by the error on its way.
        with suppress(Exception):
            self.run("ROLLBACK")

    def _commit(self) -> None:
        try:
            self.run("COMMIT")
        except Exception as error:
            self._undo()
            fault = fault_of(self.engine, error, self._driver)
            if fault is Fault.CUT:
                message = "the connection went away while a write was being committed"
                raise StoreUnavailable(message) from error
            raise _ours(error, fault) from error

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except (CalorError, Crowded, Cut):
            raise
        except DBAPIError as error:
            if error.connection_invalidated:
                raise Cut(str(error.orig)) from error
            raise self._found(error) from error
        except Exception as error:
            raise self._found(error) from error

    def _found(self, error: Exception) -> Exception:
        if isinstance(error, DBAPIError) and isinstance(error.orig, Exception):
            error = error.orig
        return _ours(error, fault_of(self.engine, error, self._driver))


def _ours(error: Exception, fault: Fault) -> Exception:
    match fault:
        case Fault.CONFLICT:
            return Conflict("something of the same id or name is stored already")
        case Fault.UNSTORABLE:
            return Unstorable(f"the database does not take a value: {error}")
        case Fault.CROWDED:
            return Crowded(str(error))
        case Fault.CUT:
            return Cut(str(error))
        case Fault.BROKEN:
            return StoreUnavailable(f"the database refuses: {error}")
        case Fault.OURS:
            return error
