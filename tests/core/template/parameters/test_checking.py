import pytest
from hypothesis import given
from hypothesis import strategies as st

from calor.core.schema.constraints import (
    AllowedPattern,
    AllowedValues,
    Custom,
    Length,
    Modulo,
    Range,
    anything,
)
from calor.core.source import Report
from calor.core.template.parameters.checking import ValueChecker
from calor.core.template.parameters.declaration import Parameter, ParameterKind
from calor.core.values import UNKNOWN


def check(value, *constraints, kind="string", hidden=False, lookup=anything):
    report = Report()
    parameter = Parameter(
        name="p", kind=ParameterKind(kind), constraints=constraints, hidden=hidden
    )
    found = ValueChecker(lookup).check(parameter, value, (report, ("parameters", "p")))
    return found, [str(problem) for problem in report.problems]


def test_constraints_see_the_coerced_value():
    assert check(12, Length(low=2, high=2)) == ("12", [])
    assert check("7", Modulo(step=2, offset=1), kind="number") == (7, [])


def test_every_broken_constraint_is_named():
    value, problems = check("abc", Length(high=1), AllowedPattern(pattern="x"))
    assert value is UNKNOWN
    assert len(problems) == 2


def test_of_a_list_every_item_must_be_allowed():
    allowed = AllowedValues(allowed=("a", "b"))
    assert check("a,b", allowed, kind="comma_delimited_list") == (["a", "b"], [])
    _, [problem] = check("a,x", allowed, kind="comma_delimited_list")
    assert "'x' is not one of the allowed values" in problem


def test_long_lists_of_values_and_of_allowed_values_cost_their_sum():
    many = [str(n) for n in range(50_000)]
    allowed = AllowedValues(allowed=tuple(many))
    assert check(many, allowed, kind="comma_delimited_list")[1] == []


def test_a_few_evil_patterns_may_take_long_and_then_no_more_are_tried():
    evil = AllowedPattern(pattern="(a|a)*[bc]")
    checker, report = ValueChecker(slow_patterns_left=1), Report()
    parameter = Parameter(name="p", kind=ParameterKind.STRING, constraints=(evil,) * 1000)
    checker.check(parameter, "a" * 200, (report, ()))
    assert {one.message for one in report.problems} == {
        "the pattern '(a|a)*[bc]' takes too long; simplify it"
    }


def test_the_authors_words_stand_for_ours():
    _, [problem] = check("abc", Length(high=1, description="one letter, please"))
    assert problem == "parameters.p: one letter, please"


def test_a_custom_constraint_is_looked_up():
    def lookup(name, value):
        return f"no {name} {value}"

    assert check("m1", Custom(name="flavor"), lookup=lookup)[1] == ["parameters.p: no flavor m1"]


def test_what_has_no_length_breaks_a_length():
    assert check("5", Length(high=9), kind="json")[1] == ["parameters.p: a number has no length"]


def test_nothing_is_said_about_unknown_values():
    assert check(UNKNOWN, Length(high=0)) == (UNKNOWN, [])
    found = check(["a", UNKNOWN], Length(high=0), kind="comma_delimited_list")
    assert found == (["a", UNKNOWN], [])


HUSHED = "8675309"


@pytest.mark.parametrize(
    ("kind", "constraint"),
    [
        ("string", Length(low=1, high=2)),
        ("number", Range(low=1, high=2)),
        ("number", Modulo(step=2, offset=0)),
        ("string", AllowedValues(allowed=("a",))),
        ("comma_delimited_list", AllowedValues(allowed=("a",))),
        ("string", AllowedPattern(pattern="x")),
        ("string", Custom(name="c")),
        ("json", Length(high=1)),
    ],
)
def test_a_hidden_value_is_never_quoted_where_a_constraint_is_broken(kind, constraint):
    _, [problem] = check(
        HUSHED, constraint, kind=kind, hidden=True, lookup=lambda _, value: f"no {value}"
    )
    assert HUSHED not in problem


@given(st.text("0123456789abcdef", min_size=6), st.sampled_from(["number", "boolean", "json"]))
def test_a_hidden_value_is_never_quoted_where_it_has_the_wrong_kind(secret, kind):
    value, problems = check(f"{{{secret}", kind=kind, hidden=True)
    assert value is UNKNOWN
    assert secret not in problems[0]
