"""Statements are written for each database, with parameters by position."""

import sqlite3
from dataclasses import fields

import pymysql
import pytest

from calor.store.sql import tables as t
from calor.store.sql.engines import make_engine
from calor.store.sql.flavour import Fault, fault_of
from calor.store.sql.statements import claimable_trees, compile_statements, lock_trees

URLS = ["sqlite:///x", "postgresql://", "mysql://", "mariadb://"]


@pytest.mark.parametrize("url", URLS)
def test_every_statement_takes_its_parameters_by_position(url: str):
    engine = make_engine(url)
    statements = compile_statements(engine)
    texts = {
        one.name: getattr(statements, one.name)
        for one in fields(statements)
        if one.name != "flavour"
    }
    mark = "?" if engine.dialect.name == "sqlite" else "%s"
    assert not [name for name, sql in texts.items() if "%(" in sql]
    assert texts["add_resource"].count(mark) == len(t.resources.c)
    assert texts["change_resource"].count(mark) == len(t.resources.c)
    assert texts["add_event"].count(mark) == len(t.events.c) - 1
    assert texts["put_text"].count(mark) == 2
    assert texts["take"].count(mark) == 3
    assert lock_trees(engine, 3).count(mark) == 3
    assert mark not in claimable_trees(engine, 3)


@pytest.mark.parametrize("url", URLS[1:])
def test_servers_lock_what_is_claimed_and_pass_over_what_others_lock(url: str):
    engine = make_engine(url)
    assert claimable_trees(engine, 3).endswith("FOR UPDATE SKIP LOCKED")
    assert lock_trees(engine, 1).endswith("FOR UPDATE")


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (pymysql.err.OperationalError(1213, "Deadlock found"), Fault.CROWDED),
        (pymysql.err.OperationalError(1205, "Lock wait timeout"), Fault.CROWDED),
        (pymysql.err.IntegrityError(1062, "Duplicate entry"), Fault.CONFLICT),
        (pymysql.err.DataError(1406, "Data too long"), Fault.UNSTORABLE),
        (pymysql.err.OperationalError(2013, "Lost connection"), Fault.CUT),
        (pymysql.err.ProgrammingError(1146, "no such table"), Fault.BROKEN),
        (KeyError("a bug"), Fault.OURS),
    ],
)
def test_errors_of_mariadb_are_understood(error: Exception, fault: Fault):
    assert fault_of(make_engine("mysql://"), error, None) is fault


def test_errors_of_sqlite_are_understood():
    engine = make_engine("sqlite:///x")
    busy = sqlite3.OperationalError("database is locked")
    busy.sqlite_errorcode = sqlite3.SQLITE_BUSY | (2 << 8)
    assert fault_of(engine, busy, None) is Fault.CROWDED
    assert fault_of(engine, sqlite3.IntegrityError("UNIQUE"), None) is Fault.CONFLICT
    assert fault_of(engine, sqlite3.OperationalError("no such table"), None) is Fault.BROKEN
