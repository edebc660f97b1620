"""Bringing a database to the tables of this release."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from calor.core.errors import StoreUnavailable
from calor.store.sql.engines import make_engine

SCRIPTS = Path(__file__).parent / "migrations"
LOCK = 0xCA102


def upgrade(url: str) -> None:
    """Bring tables to those of this release; many may call it at the same time."""
    with _connected(url) as connection, _alone(connection):
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def is_current(url: str) -> bool:
    """Whether a database has the tables of this release."""
    with _connected(url) as connection:
        at = MigrationContext.configure(connection).get_current_heads()
    return set(at) == set(ScriptDirectory.from_config(_config()).get_heads())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


@contextmanager
def _connected(url: str) -> Iterator[Connection]:
    engine = make_engine(url)
    try:
        with engine.connect() as connection:
            yield connection
    except SQLAlchemyError as error:
        where = engine.url.render_as_string(hide_password=True)
        raise StoreUnavailable(f"cannot use the database {where}: {error}") from error
    finally:
        engine.dispose()


@contextmanager
def _alone(connection: Connection) -> Iterator[None]:
    """Keep others from migrating at the same time; all or nothing, where the database can."""
    match connection.dialect.name:
        case "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield
            connection.commit()
        case "postgresql":
            connection.exec_driver_sql("BEGIN")
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
            yield
            connection.commit()
        case _:
            connection.execute(text("SELECT GET_LOCK('calor', 60)"))
            yield
            connection.execute(text("SELECT RELEASE_LOCK('calor')"))
