"""Migrations lead to the tables, from nothing and from themselves."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from calor.core.errors import StoreUnavailable
from calor.store.migrating import upgrade
from calor.store.revisions import SCRIPTS, is_current, newest
from calor.store.sql.engines import make_engine
from calor.store.sql.tables import metadata
from tests.store.conftest import on_database


def test_migrations_and_tables_agree(url: str):
    engine = make_engine(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_the_newest_script_is_the_last_of_the_chain():
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    assert ScriptDirectory.from_config(config).get_heads() == [newest()]


def test_an_empty_database_becomes_current_and_stays_so(tmp_path: Path):
    url = f"sqlite:///{tmp_path / 'new 100%.db'}"
    assert not is_current(url)
    upgrade(url)
    assert is_current(url)
    upgrade(url)
    assert is_current(url)


def test_an_empty_server_becomes_current(postgresql: str):
    on_database(postgresql, text("DROP DATABASE IF EXISTS fresh"), text("CREATE DATABASE fresh"))
    url = postgresql.replace("/postgres?", "/fresh?")
    assert not is_current(url)
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(upgrade, [url] * 3))
    assert is_current(url)


def test_many_may_upgrade_the_same_file_at_once(tmp_path: Path):
    url = f"sqlite:///{tmp_path / 'calor.db'}"
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(upgrade, [url] * 4))
    assert is_current(url)


def test_what_cannot_be_reached_is_told_without_the_password(tmp_path: Path):
    with pytest.raises(StoreUnavailable, match="missing"):
        upgrade(f"sqlite:///{tmp_path}/missing/calor.db")
    with pytest.raises(StoreUnavailable) as caught:
        is_current("postgresql://me:hunter2@127.0.0.1:1/calor")
    assert "hunter2" not in str(caught.value)
