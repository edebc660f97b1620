"""Bringing a database to the tables of this release."""

from collections.abc import Iterator
from contextlib import contextmanager

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from calor.store.revisions import SCRIPTS, connected

LOCK = 0xCA102


def upgrade(url: str) -> None:
    """Bring tables to those of this release; many may call it at the same time."""
    with connected(url) as connection, _alone(connection):
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


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
