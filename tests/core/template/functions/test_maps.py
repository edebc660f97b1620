import pytest

from calor.core.values import UNKNOWN
from tests.core.template.trial import NOBODY_KNOWS, error_of, unknown, value_of


def test_map_merge_lets_later_maps_win_and_takes_null_as_empty():
    assert value_of({"map_merge": [{"a": 1, "b": 1}, None, {"b": 2}]}) == {"a": 1, "b": 2}


def test_map_merge_keeps_what_is_known():
    value = {"map_merge": [{"a": 1}, {"b": NOBODY_KNOWS}]}
    assert value_of(value, stack=unknown()) == {"a": 1, "b": UNKNOWN}
    assert value_of({"map_merge": [{"a": 1}, NOBODY_KNOWS]}, stack=unknown()) is UNKNOWN


def test_map_merge_merges_maps_only():
    assert "each argument must be a map, not list" in error_of({"map_merge": [[]]})


@pytest.mark.parametrize(
    ("replacements", "result"),
    [
        ({"keys": {"a": "A"}}, {"A": "x", "b": ["x"]}),
        ({"values": {"x": "X"}}, {"a": "X", "b": ["x"]}),
        ({"keys": {"a": "a"}, "values": None}, {"a": "x", "b": ["x"]}),
        ({"keys": {"a": 5}}, {"5": "x", "b": ["x"]}),
        (None, {"a": "x", "b": ["x"]}),
    ],
)
def test_map_replace(replacements, result):
    assert value_of({"map_replace": [{"a": "x", "b": ["x"]}, replacements]}) == result


@pytest.mark.parametrize(
    ("replacements", "message"),
    [
        ({"keys": {"a": "b"}}, "there is one already"),
        ({"keys": {"a": "c", "b": "c"}}, "there is one already"),
        ({"keys": {"a": []}}, "must be a string"),
        ({"keys": "text"}, "keys must be a map"),
        ({"kyes": {}}, "the keys 'keys' and 'values' only"),
    ],
)
def test_map_replace_refuses(replacements, message):
    assert message in error_of({"map_replace": [{"a": 1, "b": 2}, replacements]})


def test_map_replace_keeps_what_is_known():
    value = {"map_replace": [{"a": NOBODY_KNOWS, "b": "x"}, {"values": {"x": NOBODY_KNOWS}}]}
    assert value_of(value, stack=unknown()) == {"a": UNKNOWN, "b": UNKNOWN}
    value = {"map_replace": [{"a": 1}, {"keys": {"a": NOBODY_KNOWS}}]}
    assert value_of(value, stack=unknown()) is UNKNOWN
