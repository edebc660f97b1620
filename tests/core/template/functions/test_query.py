import pytest

from calor.core.values import UNKNOWN
from tests.core.template.trial import NOBODY_KNOWS, Stack, error_of, unknown, value_of


def test_yaql_is_asked_about_its_data():
    value = {"yaql": {"expression": "$.data.a", "data": {"a": {"get_param": "p"}}}}
    assert value_of(value, stack=Stack({"p": 5})) == ["$.data.a", {"a": 5}]


def test_data_may_be_left_out():
    assert value_of({"yaql": {"expression": "1"}}) == ["1", {}]
    assert value_of({"yaql": {"expression": "1", "data": None}}) == ["1", None]


def test_unknown_data_is_never_asked_about():
    value = {"yaql": {"expression": "$", "data": [NOBODY_KNOWS]}}
    assert value_of(value, stack=unknown()) is UNKNOWN
    value = {"yaql": {"expression": NOBODY_KNOWS, "data": []}}
    assert value_of(value, stack=unknown()) is UNKNOWN


@pytest.mark.parametrize(
    "argument",
    [
        "$",
        {},
        {"data": {}},
        {"expression": 5},
        {"expression": ["$"]},
        {"expression": {"a": "b"}},
        {"expression": "$", "date": {}},
    ],
)
def test_wrong_forms(argument):
    assert "must have the form {expression: string, data: value}" in error_of({"yaql": argument})


def test_a_computed_expression_must_be_text():
    value = {"yaql": {"expression": {"get_param": "p"}}}
    assert value_of(value, stack=Stack({"p": "$"})) == ["$", {}]
    assert "must be a string" in error_of(value, stack=Stack({"p": 5}))
