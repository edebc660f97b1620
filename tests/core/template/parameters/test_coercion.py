import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calor.core.template.parameters.coercion import (
    MAX_JSON_TEXT,
    Misfit,
    as_boolean,
    as_json,
    as_list,
    as_number,
    as_text,
    coerce,
    describe,
)
from calor.core.template.parameters.declaration import ParameterKind
from calor.core.values import UNKNOWN

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just(UNKNOWN),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("x", "x"),
        (True, "True"),
        (5, "5"),
        (1.0, "1.0"),
        (1e22, "1e+22"),
        ({"a": [1, None]}, "{'a': [1, None]}"),
    ],
)
def test_text_is_what_python_writes(value, text):
    assert as_text(value) == text


@pytest.mark.parametrize(
    ("value", "number"), [("1", 1), (" 1 ", 1), ("1.5", 1.5), ("1e5", 1e5), ("-3", -3), (2.5, 2.5)]
)
def test_numbers_may_stand_in_quotes(value, number):
    assert as_number(value) == number


@pytest.mark.parametrize(
    "value", ["", "x", "0x10", "1e999", "nan", "inf", "١٢", "9" * 1_000_000, 10**400, [], {}]
)
def test_what_is_no_usable_number_is_refused(value):
    with pytest.raises(Misfit, match="number"):
        as_number(value)


def test_numbers_that_are_not_finite_are_refused_everywhere():
    for value in (float("nan"), float("inf")):
        for kind in ParameterKind:
            with pytest.raises(Misfit):
                coerce(kind, value)


@pytest.mark.parametrize("value", [True, "true", "True", " yes ", "on", "y", "T", "1", 1])
def test_words_for_true(value):
    assert as_boolean(value) is True


@pytest.mark.parametrize("value", [False, "false", "no", "off", "N", "f", "0", 0])
def test_words_for_false(value):
    assert as_boolean(value) is False


@pytest.mark.parametrize("value", ["", "maybe", 2, 1.0, [], {}, "2"])
def test_other_words_are_no_boolean(value):
    with pytest.raises(Misfit, match="boolean"):
        as_boolean(value)


@pytest.mark.parametrize(
    ("value", "items"),
    [("", []), ("a", ["a"]), ("a, b", ["a", " b"]), (",", ["", ""]), ([1, True], ["1", "True"])],
)
def test_lists_come_from_text_and_from_lists(value, items):
    assert as_list(value) == items


@pytest.mark.parametrize("value", [5, True, {"a": 1}])
def test_what_has_no_items_is_no_list(value):
    with pytest.raises(Misfit, match="comma-delimited"):
        as_list(value)


@pytest.mark.parametrize(
    ("value", "result"),
    [({"a": 1}, {"a": 1}), ("[1, 2]", [1, 2]), ('{"a": {}}', {"a": {}}), ("", ""), ("5", 5)],
)
def test_json_comes_from_text_and_from_maps_and_lists(value, result):
    assert as_json(value) == result


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value",
    [
        "{bad",
        '{"a": NaN}',
        "[" * 10_000 + "]" * 10_000,
        "[" * 200 + "]" * 200,
        "1" * 500_000,
        '"' + "x" * MAX_JSON_TEXT + '"',
        '"\ud800"',
        nested(200),
        nested(10_000),
        {1: "a"},
        {"a": object()},
    ],
    ids=lambda value: type(value).__name__,
)
def test_hostile_json_is_refused_calmly(value):
    with pytest.raises(Misfit):
        as_json(value)


def test_unknown_parts_stay_unknown():
    assert all(coerce(kind, UNKNOWN) is UNKNOWN for kind in ParameterKind)
    assert as_list(["a", UNKNOWN]) == ["a", UNKNOWN]
    assert as_json({"a": UNKNOWN}) == {"a": UNKNOWN}
    assert as_text([UNKNOWN]) is UNKNOWN


@given(ANYTHING, st.sampled_from(ParameterKind))
def test_a_coerced_value_coerces_to_itself(value, kind):
    try:
        once = coerce(kind, value)
    except Misfit:
        return
    if kind is not ParameterKind.JSON:
        assert coerce(kind, once) == once


@given(ANYTHING)
def test_any_value_can_be_described(value):
    assert len(describe(value)) < 120


@given(st.recursive(st.integers(-(2**60), 2**60) | st.text(), st.lists))
def test_json_text_means_what_it_says(value):
    assert as_json(json.dumps([value])) == [value]
