"""Which tables a database has, told without the machinery that changes them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from calor.core.errors import StoreUnavailable
from calor.store.sql.engines import make_engine

SCRIPTS = Path(__file__).parent / "migrations"
NOTED_IN = "alembic_version"


def is_current(url: str) -> bool:
    """Whether a database has the tables of this release."""
    with connected(url) as connection:
        if not inspect(connection).has_table(NOTED_IN):
            return False
        found = connection.execute(text(f"SELECT version_num FROM {NOTED_IN}")).scalars().all()  # noqa: S608
    return list(found) == [newest()]


def newest() -> str:
    """Return the revision that this release needs: scripts are numbered in their order."""
    scripts = (SCRIPTS / "versions").glob("r*.py")
    return max(one.name[1:].partition("_")[0] for one in scripts)


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    """Connect to a database until the end of the block."""
    engine = make_engine(url)
    try:
        with engine.connect() as connection:
            yield connection
    except SQLAlchemyError as error:
        where = engine.url.render_as_string(hide_password=True)
        raise StoreUnavailable(f"cannot use the database {where}: {error}") from error
    finally:
        engine.dispose()
