"""Parameters as clients see them."""

import pytest

from calor.api.orchestration.parameters_shown import (
    Given,
    constraints_shown,
    groups_shown,
    parameters_shown,
)
from calor.core.schema.constraints import (
    AllowedPattern,
    AllowedValues,
    Custom,
    Length,
    Modulo,
    Range,
)
from calor.core.template.parameters.declaration import Parameter, ParameterKind
from calor.core.template.parameters.groups import ParameterGroup
from calor.core.values import UNKNOWN

NOTHING = Given({}, {})


@pytest.mark.parametrize(
    ("constraint", "shown"),
    [
        (Length(low=1, high=2), {"MinLength": 1, "MaxLength": 2}),
        (Range(high=2), {"MaxValue": 2}),
        (Modulo(step=2, offset=1), {"Step": 2, "Offset": 1}),
        (AllowedValues(allowed=("a",)), {"AllowedValues": ["a"]}),
        (AllowedPattern(pattern="a"), {"AllowedPattern": "a"}),
        (Custom(name="nova.flavor"), {"CustomConstraint": "nova.flavor"}),
    ],
)
def test_constraints_are_keys_of_a_parameter(constraint, shown):
    assert constraints_shown((constraint,)) == shown


def test_what_is_said_of_constraints_is_put_together():
    constraints = (Length(low=1, description="long"), AllowedPattern(pattern="a", description="a"))
    assert constraints_shown(constraints)["ConstraintDescription"] == "long a"


@pytest.mark.parametrize("value", [UNKNOWN, ["a", UNKNOWN], {"a": {"b": UNKNOWN}}, "", None])
def test_a_value_that_is_not_wholly_known_is_not_shown(value):
    parameter = Parameter(name="p", kind=ParameterKind.JSON)
    assert "Value" not in parameters_shown({"p": parameter}, Given({"p": value}, {}))["p"]


def test_kinds_have_the_names_of_cloudformation():
    kinds = {str(one): Parameter(name="p", kind=one) for one in ParameterKind}
    assert [one["Type"] for one in parameters_shown(kinds, NOTHING).values()] == [
        "String",
        "Number",
        "CommaDelimitedList",
        "Json",
        "Boolean",
    ]


def test_groups_are_shown_as_they_are_written():
    group = ParameterGroup(description="Some.", parameters=("a", "b"))
    assert groups_shown([group]) == [{"description": "Some.", "parameters": ["a", "b"]}]
