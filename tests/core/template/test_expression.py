import pytest

from calor.core.errors import EvaluationError
from calor.core.template.expression import Broken, ListExpression, MapExpression, evaluate, is_call
from calor.core.values import ABSENT, UNKNOWN
from tests.core.template.trial import Stack, compiled


def test_what_is_absent_has_no_place_in_maps_and_lists():
    assert evaluate(MapExpression({"a": ABSENT, "b": UNKNOWN}), Stack()) == {"b": UNKNOWN}
    assert evaluate(ListExpression((1, ABSENT, None)), Stack()) == [1, None]


def test_a_broken_call_fails_where_it_stands():
    with pytest.raises(EvaluationError, match=r"a\.b: wrong"):
        evaluate(Broken("wrong", ("a", "b")), Stack())


def test_calls_are_told_from_data_that_has_calls_in_it():
    assert is_call(compiled({"get_param": "p"}))
    assert is_call(UNKNOWN)
    assert not is_call(compiled([{"get_param": "p"}]))
    assert not is_call(compiled({"a": {"get_param": "p"}}))
    assert not is_call("text")
