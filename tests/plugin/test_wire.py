"""Properties become the body of a request."""

from typing import Any

from calor.plugin import Declared, prop
from calor.plugin.wire import given, reworded, worded


class Address(Declared):
    subnet: str | None = prop("", finds="subnet", wire="subnet_id", default=None)
    ip: str | None = prop("", default=None)


class Thing(Declared):
    name: str | None = prop("", default=None)
    size: int | None = prop("", default=None, wire="gigabytes")
    colours: tuple[str, ...] | None = prop("", default=None)
    limits: dict[str, Any] | None = prop("", default=None)
    owner: str | None = prop("", default=None, finds="user", wire="owner_id")
    friends: tuple[str, ...] | None = prop("", default=None, finds="user")
    addresses: tuple[Address, ...] | None = prop("", default=None)
    odd: str | None = prop("", default=None, name="odd:name")
    tags: tuple[str, ...] | None = prop("", default=None, aside=True)
    more: dict[str, Any] = prop("", default={}, spread=True)


def words(thing):
    return worded(thing)


def changes(thing, before, *names):
    return reworded(thing, before, names)


def test_properties_without_a_value_are_left_out():
    assert words(Thing()) == {}


def test_properties_are_called_what_the_service_calls_them():
    thing = Thing(size=1, odd="x")
    assert words(thing) == {"gigabytes": 1, "odd:name": "x"}


def test_maps_inside_are_said_in_the_same_way():
    thing = Thing(owner="a", friends=("b", "c"), addresses=(Address(subnet="d"), Address(ip="e")))
    assert words(thing) == {
        "owner_id": "a",
        "friends": ["b", "c"],
        "addresses": [{"subnet_id": "d"}, {"ip": "e"}],
    }


def test_what_stands_aside_is_no_part_of_the_body_and_what_is_spread_is():
    assert words(Thing(tags=("a",), more={"x": 1})) == {"x": 1}
    assert given(Thing(tags=("a",), size=1, more={"x": 1})) == {"gigabytes", "x"}


def test_of_a_change_only_that_is_told():
    assert changes(Thing(name="a", size=2), Thing(name="a", size=1), "size") == {"gigabytes": 2}


def test_what_was_taken_away_becomes_empty_where_there_is_such_a_value():
    before = Thing(name="a", size=1, colours=("b",), limits={"c": 1}, owner="d")
    names = ("name", "size", "colours", "limits", "owner")
    assert changes(Thing(), before, *names) == {
        "name": "",
        "colours": [],
        "limits": {},
        "owner_id": None,
    }


def test_of_what_is_spread_only_what_differs_is_told():
    before = Thing(more={"a": 1, "b": 2, "gone": 3})
    assert changes(Thing(more={"a": 1, "b": 3, "c": 4}), before, "more") == {"b": 3, "c": 4}
