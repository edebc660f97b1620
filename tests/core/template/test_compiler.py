from calor.core.template.compiler import MAX_NESTING
from calor.core.template.expression import Broken, evaluate, walk
from calor.core.values import UNKNOWN
from tests.core.template.trial import Stack, compiler, error_of, value_of


def test_constants_compile_to_themselves():
    value = {"a": [1, {"b": "c"}], "d": {"e": None, "f": 2}}
    assert compiler().compile(value, ()) is value


def test_only_a_map_with_one_key_is_a_call():
    assert value_of({"get_param": "x", "other": 1}) == {"get_param": "x", "other": 1}


def test_a_broken_call_is_reported_at_its_place_and_taken_as_unknown():
    one = compiler()
    result = one.compile({"a": [{"digest": 5}], "b": 1}, ("outputs",))
    assert [problem.path for problem in one.report.errors] == [("outputs", "a", 0)]
    assert evaluate(result, Stack()) == {"a": [UNKNOWN], "b": 1}


def test_one_mistake_hides_no_other():
    one = compiler()
    one.compile([{"digest": 5}, {"list_join": [{"get_resource": []}, []]}], ())
    assert [problem.path for problem in one.report.errors] == [(0,), (1, "list_join", 0)]


def test_a_function_of_another_version_is_data_with_a_warning():
    one = compiler("2015-04-30")
    assert one.compile({"map_merge": []}, ("x",)) == {"map_merge": []}
    [problem] = one.report.problems
    assert "heat_template_version 2016-04-08 has it" in str(problem)


def test_errors_in_a_branch_count_only_if_it_is_taken():
    one = compiler()
    result = one.compile({"if": ["really", {"digest": 5}, "fine"]}, ())
    assert one.report.errors == []
    assert evaluate(result, Stack(conditions={"really": False})) == "fine"
    taken = walk(result, Stack(conditions={"really": True}))
    assert [part.path for part in taken if isinstance(part, Broken)] == [("if", 1)]


def test_values_must_not_nest_too_deep():
    value = "x"
    for _ in range(MAX_NESTING + 2):
        value = {"get_param": value}
    assert "deep" in error_of(value)
    for _ in range(100_000):
        value = [value]
    assert "deep" in error_of(value)


def test_a_condition_is_a_name_a_boolean_or_a_condition_function():
    one = compiler()
    stack = Stack({"flag": True}, conditions={"prod": False})
    for condition, holds in [
        (True, True),
        ("prod", False),
        ({"get_param": "flag"}, True),
        ({"not": "prod"}, True),
    ]:
        assert evaluate(one.compile_condition(condition, ()), stack) is holds
    assert one.report.errors == []


def test_nothing_else_is_a_condition():
    for wrong in (None, 1, [], ["prod"], {}, {"a": "b", "c": "d"}, {"get_attr": ["a", "b"]}):
        one = compiler()
        assert evaluate(one.compile_condition(wrong, ("x",)), Stack()) is UNKNOWN
        assert [problem.path for problem in one.report.errors] == [("x",)]
