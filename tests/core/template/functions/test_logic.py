import pytest

from calor.core.template.expression import evaluate, walk
from calor.core.values import ABSENT, UNKNOWN
from tests.core.template.trial import (
    CFN,
    NOBODY_KNOWS,
    Stack,
    compiled,
    compiler,
    error_of,
    unknown,
    value_of,
)

CONDITIONS = {"yes": True, "no": False, "maybe": UNKNOWN}


def holds(condition, version="2021-04-16"):
    one = compiler(version)
    result = one.compile_condition(condition, ())
    assert one.report.errors == []
    return evaluate(result, Stack({"unknown": UNKNOWN, "p": "x"}, conditions=CONDITIONS))


def problems(condition, version="2021-04-16"):
    one = compiler(version)
    one.compile_condition(condition, ())
    return [problem.message for problem in one.report.errors]


@pytest.mark.parametrize(
    ("condition", "result"),
    [
        ({"equals": [{"get_param": "p"}, "x"]}, True),
        ({"equals": ["a", ["a"]]}, False),
        ({"equals": [NOBODY_KNOWS, "x"]}, UNKNOWN),
        ({"not": "yes"}, False),
        ({"not": {"not": "yes"}}, True),
        ({"not": "maybe"}, UNKNOWN),
        ({"and": ["yes", True]}, True),
        ({"and": ["yes", "no", "maybe"]}, False),
        ({"and": ["maybe", "no"]}, False),
        ({"and": ["yes", "maybe"]}, UNKNOWN),
        ({"or": ["no", "maybe", "yes"]}, True),
        ({"or": ["no", False]}, False),
        ({"or": ["no", "maybe"]}, UNKNOWN),
        ({"contains": ["a", ["a"]]}, True),
    ],
)
def test_conditions(condition, result):
    assert holds(condition) is result


@pytest.mark.parametrize(
    ("condition", "result"),
    [
        ({"Fn::Equals": [{"Ref": "p"}, "x"]}, True),
        ({"Fn::Not": ["yes"]}, False),
        ({"Fn::And": ["yes", {"Fn::Or": ["no", "yes"]}]}, True),
    ],
)
def test_conditions_of_cloudformation(condition, result):
    assert holds(condition, CFN) is result


@pytest.mark.parametrize(
    ("condition", "version"),
    [
        ({"and": ["yes"]}, "2021-04-16"),
        ({"or": "yes"}, "2021-04-16"),
        ({"not": None}, "2021-04-16"),
        ({"not": ["yes"]}, "2021-04-16"),
        ({"equals": ["a"]}, "2021-04-16"),
        ({"Fn::Not": "yes"}, CFN),
        ({"Fn::Not": ["yes", "no"]}, CFN),
    ],
)
def test_wrong_forms_of_conditions(condition, version):
    assert len(problems(condition, version)) == 1


def test_a_condition_must_give_a_boolean_or_a_name():
    one = compiler().compile_condition({"get_param": "p"}, ("here",))
    with pytest.raises(Exception, match="here: a condition must be a boolean or a name, not list"):
        evaluate(one, Stack({"p": []}))


def test_if_chooses():
    stack = Stack({"p": 1}, conditions=CONDITIONS)
    assert value_of({"if": ["yes", {"get_param": "p"}, 2]}, stack=stack) == 1
    assert value_of({"if": [{"not": "yes"}, 1, 2]}, stack=stack) == 2
    assert value_of({"Fn::If": ["no", 1, 2]}, CFN, stack) == 2


def test_only_the_chosen_branch_counts():
    stack = Stack({"p": 1}, conditions=CONDITIONS)
    value = compiled({"if": ["no", {"get_param": "p"}, {"digest": ["md5", "x"]}]})
    assert "GetParam" not in {type(one).__name__ for one in walk(value, stack)}
    assert "Call" in {type(one).__name__ for one in walk(value, stack)}


def test_if_with_an_unknown_condition_is_unknown_unless_the_branches_agree():
    stack = Stack({"p": 1}, conditions=CONDITIONS)
    assert value_of({"if": ["maybe", "a", "b"]}, stack=stack) is UNKNOWN
    assert value_of({"if": ["maybe", ["a"], ["a"]]}, stack=stack) == ["a"]
    assert value_of({"if": ["maybe", [{"k": 1}], [{"k": True}]]}, stack=stack) is UNKNOWN
    assert value_of({"if": ["maybe", "a"]}, stack=stack) is UNKNOWN
    assert value_of({"if": ["maybe", 1 << 100_000, 1 << 100_000]}, stack=stack) == 1 << 100_000
    both = walk(compiled({"if": ["maybe", {"get_param": "p"}, {"get_param": "p"}]}), stack)
    assert [type(one).__name__ for one in both].count("GetParam") == 2


def test_two_unknown_branches_do_not_agree():
    stack = Stack({"unknown": UNKNOWN}, conditions=CONDITIONS)
    assert value_of({"if": ["maybe", [NOBODY_KNOWS], [NOBODY_KNOWS]]}, stack=stack) is UNKNOWN


def test_if_without_else_removes_its_place():
    value = {"a": {"if": [False, 1]}, "b": ["x", {"if": [False, 1]}, {"if": [True, 2]}]}
    assert value_of(value) == {"b": ["x", 2]}
    assert value_of({"if": [False, 1]}) is ABSENT
    assert value_of({"a": {"if": [True, {"if": [False, 1]}, 2]}}) == {}


def test_if_without_else_is_new_in_wallaby():
    assert "must have the form [condition, then, else]" in error_of({"if": [True, 1]}, "2018-08-31")
    assert "or [condition, then]" in error_of({"if": [True]})


def test_an_unknown_name_of_a_condition_is_an_error():
    assert error_of({"if": ["nope", 1, 2]}) == "condition: no condition 'nope'"


def test_ordinary_functions_are_rejected_in_conditions():
    [message] = problems({"get_attr": ["a", "b"]})
    assert "get_attr cannot be used in a condition" in message


def test_unknown_parameters_make_conditions_unknown():
    one = compiler().compile_condition({"get_param": "unknown"}, ())
    assert evaluate(one, unknown()) is UNKNOWN
