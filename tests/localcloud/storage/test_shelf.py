"""What is remembered, and what is taken back."""

from dataclasses import dataclass

import pytest

from calor.localcloud.storage.database import Database, DirectoryInUse
from calor.localcloud.storage.shelf import Shelf


@dataclass(frozen=True, slots=True)
class Fruit:
    id: str
    colour: str


@pytest.fixture
def database(tmp_path):
    database = Database(tmp_path / "db")
    yield database
    database.close()


def shelf_in(database):
    return Shelf(database, "shop.fruit", Fruit, {"colour": lambda one: one.colour})


def test_records_are_found_by_id_and_index_also_after_a_restart(tmp_path):
    database = Database(tmp_path / "db")
    shelf = shelf_in(database)
    with database.transaction():
        for identity, colour in (("a", "red"), ("b", "red"), ("c", "green")):
            shelf.put(Fruit(identity, colour))
        shelf.put(Fruit("b", "green"))
        shelf.drop("c")
    database.close()
    database = Database(tmp_path / "db")
    found = shelf_in(database)
    assert list(found) == [Fruit("a", "red"), Fruit("b", "green")]
    assert found.find("colour", "green") == [Fruit("b", "green")]
    assert found.find("colour", "blue") == []
    assert found.get("c") is None
    database.close()


def test_a_transaction_that_fails_leaves_nothing_behind(database):
    shelf = shelf_in(database)
    with database.transaction():
        shelf.put(Fruit("a", "red"))

    def fail():
        with database.transaction():
            shelf.put(Fruit("a", "green"))
            shelf.put(Fruit("b", "green"))
            shelf.drop("a")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert list(shelf) == [Fruit("a", "red")]
    assert shelf.find("colour", "red") == [Fruit("a", "red")]
    assert shelf.find("colour", "green") == []
    assert [identity for identity, _ in database.load("shop.fruit")] == ["a"]


def test_every_change_also_a_taken_back_one_gives_a_service_a_new_revision(database):
    shelf = shelf_in(database)
    seen = {database.revision("shop")}
    with database.transaction():
        shelf.put(Fruit("a", "red"))
        seen.add(database.revision("shop"))

    def fail():
        with database.transaction():
            shelf.put(Fruit("a", "green"))
            seen.add(database.revision("shop"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    seen.add(database.revision("shop"))
    assert len(seen) == 4
    assert database.revision("another") == 0


def test_a_second_process_is_turned_away(database, tmp_path):
    with pytest.raises(DirectoryInUse, match="another process"):
        Database(tmp_path / "db")
