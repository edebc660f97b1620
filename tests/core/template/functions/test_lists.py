import pytest

from calor.core.values import UNKNOWN
from tests.core.template.trial import NOBODY_KNOWS, error_of, unknown, value_of


def test_list_concat_takes_null_as_an_empty_list():
    assert value_of({"list_concat": [["a"], None, ["b", "a"]]}) == ["a", "b", "a"]
    assert value_of({"list_concat": []}) == []


def test_list_concat_keeps_what_is_known():
    value = {"list_concat": [["a"], [NOBODY_KNOWS]]}
    assert value_of(value, stack=unknown()) == ["a", UNKNOWN]


def test_list_concat_unique_keeps_the_first_of_equal_items():
    value = {"list_concat_unique": [["b", {"x": [1]}, "a"], ["a", {"x": [1]}, ["b"], "b"]]}
    assert value_of(value) == ["b", {"x": [1]}, "a", ["b"]]


@pytest.mark.parametrize("function", ["list_concat", "list_concat_unique"])
def test_only_lists_can_be_concatenated(function):
    for wrong in ("text", {}, 5):
        assert "must be a list" in error_of({function: [[], wrong]})
    assert "more than 100000 items" in error_of({function: [["x"] * 60_000] * 2})


@pytest.mark.parametrize(
    ("drop", "items", "result"),
    [
        (["a", {"x": 1}], ["a", "b", {"x": 1}, "a", ["a"]], ["b", ["a"]]),
        ([], ["a"], ["a"]),
        (None, ["a"], ["a"]),
        (["a"], None, None),
        (["a"], [], []),
    ],
)
def test_filter(drop, items, result):
    assert value_of({"filter": [drop, items]}) == result


def test_filter_works_with_lists_only():
    assert "must be a list, not string" in error_of({"filter": [["a"], "abc"]})
    assert "must be a list, not string" in error_of({"filter": ["a", ["a"]]})


@pytest.mark.parametrize(
    ("value", "sequence", "result"),
    [
        ("a", ["a", "b"], True),
        ("c", ["a", "b"], False),
        ({"x": 1}, [{"x": 1}], True),
        ("b", "abc", True),
        ("d", "abc", False),
    ],
)
def test_contains(value, sequence, result):
    assert value_of({"contains": [value, sequence]}) is result


def test_contains_knows_what_it_has_found():
    assert value_of({"contains": ["a", [NOBODY_KNOWS, "a"]]}, stack=unknown()) is True
    assert value_of({"contains": ["b", [NOBODY_KNOWS, "a"]]}, stack=unknown()) is UNKNOWN
    assert value_of({"contains": [[NOBODY_KNOWS], ["a"]]}, stack=unknown()) is UNKNOWN


def test_contains_refuses_what_is_no_sequence():
    assert "must be a list or a string, not map" in error_of({"contains": ["a", {"a": 1}]})
    assert "must be a string, not number" in error_of({"contains": [1, "123"]})
