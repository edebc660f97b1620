import pytest

from calor.core.state import Action
from calor.core.values import UNKNOWN
from calor.resources.heat.value import TypedValue
from tests.resources.heat.driving import MemoryHere, made, problems, run, shown


@pytest.mark.parametrize("value", ["text", 4, 4.5, True, ["a"], {"a": 1}])
def test_the_value_is_shown_as_it_is(value):
    here = MemoryHere()
    it = made(TypedValue, value=value)
    run(here, it, Action.CREATE)
    assert shown(here, it) == {"value": value}
    assert here.physical_id == here.physical_name()


def test_a_change_shows_at_once():
    here = MemoryHere()
    before, after = made(TypedValue, value=1), made(TypedValue, value=2)
    run(here, before, Action.CREATE)
    assert run(here, after, Action.UPDATE, before) == 0
    assert shown(here, after) == {"value": 2}


@pytest.mark.parametrize(
    ("kind", "value", "fits"),
    [
        ("string", "a", True),
        ("string", 5, True),
        ("string", {"a": 1}, False),
        ("number", "4.5", True),
        ("number", "four", False),
        ("comma_delimited_list", ["a"], True),
        ("comma_delimited_list", "a,b", False),
        ("json", {"a": 1}, True),
        ("json", '{"a": 1}', False),
        ("boolean", "true", True),
        ("boolean", "yes", False),
        ("boolean", None, True),
        ("boolean", UNKNOWN, True),
        (UNKNOWN, "yes", True),
    ],
)
def test_the_value_is_checked_against_the_type(kind, value, fits):
    assert (problems(TypedValue, value=value, type=kind) == []) is fits
    assert TypedValue(value=value, type=kind).value is value
