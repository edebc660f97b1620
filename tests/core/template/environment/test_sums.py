import pytest

from calor.core.template.environment.sums import add
from calor.core.template.parameters.coercion import Misfit
from calor.core.template.parameters.declaration import ParameterKind


@pytest.mark.parametrize(
    ("kind", "earlier", "later", "total"),
    [
        ("string", "a", "b", "ab"),
        ("string", 1, "b", "1b"),
        ("number", 1, "2.5", 3.5),
        ("comma_delimited_list", "a", "b,c", "a,b,c"),
        ("comma_delimited_list", "", "b", "b"),
        ("comma_delimited_list", ["a"], "b,c", ["a", "b", "c"]),
        ("json", {"a": 1, "b": 1}, {"b": 2, "c": None}, {"a": 1, "b": 2}),
        ("json", '{"a": 1}', {"b": 2}, {"a": 1, "b": 2}),
        ("json", [1], "[2]", [1, 2]),
        ("json", "", {"a": 1}, {"a": 1}),
        ("json", {"m": {"x": 1}}, {"m": {"y": 2}}, {"m": {"y": 2}}),
    ],
)
def test_values_add_up_by_kind(kind, earlier, later, total):
    assert add(ParameterKind(kind), earlier, later, deep=False) == total


def test_deep_sums_go_all_the_way_down():
    earlier = {"m": {"x": [1], "t": "a", "n": 1, "kept": 1}, "odd": 1}
    later = {"m": {"x": [2], "t": "b", "n": 2, "kept": None}, "odd": [2], "new": {}}
    assert add(ParameterKind.JSON, earlier, later, deep=True) == {
        "m": {"x": [1, 2], "t": "ab", "n": 2, "kept": 1},
        "odd": [2],
        "new": {},
    }


@pytest.mark.parametrize(
    ("kind", "earlier", "later"),
    [
        ("boolean", True, True),
        ("json", {"a": 1}, [1]),
        ("number", 1, "x"),
        ("number", 1e308, 1e308),
    ],
)
def test_some_values_have_no_sum(kind, earlier, later):
    with pytest.raises(Misfit):
        add(ParameterKind(kind), earlier, later, deep=False)


def test_adding_changes_neither_value():
    earlier, later = {"m": {"x": [1]}}, {"m": {"x": [2]}}
    add(ParameterKind.JSON, earlier, later, deep=True)
    assert (earlier, later) == ({"m": {"x": [1]}}, {"m": {"x": [2]}})
