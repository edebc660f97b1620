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

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=5
)
CONSTRAINTS = [
    Length(low=1, high=3),
    Range(low=0, high=10.5),
    Modulo(step=3, offset=1),
    Modulo(step=0),
    AllowedValues(allowed=("a", 1, True, None)),
    AllowedPattern(pattern="[a-z]+"),
    AllowedPattern(pattern="["),
    Custom(name="nova.flavor"),
]


@pytest.mark.parametrize(
    ("constraint", "value"),
    [
        (Length(low=1, high=3), "abc"),
        (Length(high=2), [1, 2]),
        (Range(low=1), 1),
        (Range(low=0, high=1), 0.5),
        (Modulo(step=4, offset=2), 6),
        (AllowedValues(allowed=("a", "b")), "b"),
        (AllowedValues(allowed=("a", "b")), ["a", "b", "a"]),
        (AllowedValues(allowed=(6, 17, "tcp")), "17"),
        (AllowedValues(allowed=("1", "2")), 2),
        (AllowedValues(allowed=("true",)), True),
        (AllowedValues(allowed=(1,)), 1.0),
        (AllowedPattern(pattern="[a-z]+[0-9]"), "web1"),
    ],
)
def test_a_fitting_value_passes(constraint, value):
    assert constraint.problem(value, anything) is None


@pytest.mark.parametrize(
    ("constraint", "value", "problem"),
    [
        (Length(low=1), "", "length 0 is out of range (min 1)"),
        (Length(low=1), 5, "5 has no length"),
        (Range(low=1, high=9), 10, "10 is out of range (min 1, max 9)"),
        (Range(low=1), "x", "'x' is not a number"),
        (Modulo(step=4, offset=2), 7, "7 is not a multiple of 4 with an offset of 2"),
        (AllowedValues(allowed=(4, 6)), 5, "5 is not one of the allowed values: 4, 6"),
        (AllowedValues(allowed=(1, 2)), True, "True is not one of the allowed values: 1, 2"),
        (AllowedPattern(pattern="a+"), "ab", "'ab' does not match the pattern 'a+'"),
    ],
)
def test_a_violation_is_a_sentence(constraint, value, problem):
    assert constraint.problem(value, anything) == problem


def test_the_author_has_the_last_word():
    constraint = Range(low=1, description="at least one, please")
    assert constraint.problem(0, anything) == "at least one, please"


def test_a_custom_constraint_asks_outside():
    def lookup(name, value):
        return f"no {name} {value}"

    assert Custom(name="flavor").problem("tiny", lookup) == "no flavor tiny"


@pytest.mark.parametrize("constraint", CONSTRAINTS, ids=repr)
@given(value=VALUES)
def test_no_value_breaks_a_constraint(constraint, value):
    assert isinstance(constraint.problem(value, anything), str | None)


@pytest.mark.parametrize("constraint", CONSTRAINTS, ids=repr)
def test_a_number_too_long_to_print_breaks_no_constraint(constraint):
    assert isinstance(constraint.problem(10**5000, anything), str | None)
