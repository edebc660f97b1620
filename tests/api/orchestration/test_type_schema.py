"""How a type is described to clients."""

import pytest

from calor.api.orchestration.type_schema import (
    attribute_shown,
    constraint_shown,
    property_shown,
    schema_shown,
    support_shown,
)
from calor.core.schema.constraints import (
    AllowedPattern,
    AllowedValues,
    Custom,
    Length,
    Modulo,
    Range,
)
from calor.core.schema.model import Attribute, Kind, Property, Status, Support, TypeSchema

HIDDEN = Support(Status.HIDDEN)


def test_a_property_is_shown_with_all_inside_it():
    item = Property(kind=Kind.STRING, required=True)
    inner = Property(kind=Kind.MAP, fields={"name": item})
    shown = property_shown(
        Property(kind=Kind.LIST, description="Some.", items=inner, default=[], update_allowed=True)
    )
    assert shown["type"] == "list"
    assert shown["default"] == []
    assert (shown["update_allowed"], shown["immutable"], shown["required"]) == (True, False, False)
    assert shown["schema"]["*"]["schema"]["name"]["required"] is True
    assert "constraints" not in shown


@pytest.mark.parametrize(
    ("constraint", "shown"),
    [
        (Length(low=1), {"length": {"min": 1}}),
        (Range(low=1, high=2), {"range": {"min": 1, "max": 2}}),
        (Modulo(step=2, offset=1), {"modulo": {"step": 2, "offset": 1}}),
        (AllowedValues(allowed=("a",)), {"allowed_values": ["a"]}),
        (AllowedPattern(pattern="a+"), {"allowed_pattern": "a+"}),
        (Custom(name="nova.flavor"), {"custom_constraint": "nova.flavor"}),
        (Length(high=3, description="short"), {"description": "short", "length": {"max": 3}}),
    ],
)
def test_constraints_are_shown_as_hot_writes_them(constraint, shown):
    assert constraint_shown(constraint) == shown


def test_what_is_hidden_or_has_no_meaning_is_left_out():
    schema = TypeSchema(
        name="A::B",
        properties={
            "seen": Property(kind=Kind.STRING),
            "gone": Property(kind=Kind.STRING, support=HIDDEN),
            "empty": Property(kind=Kind.STRING, implemented=False),
        },
        attributes={"seen": Attribute(), "gone": Attribute(support=HIDDEN)},
    )
    shown = schema_shown(schema, "A::Old")
    assert shown["resource_type"] == "A::Old"
    assert (list(shown["properties"]), list(shown["attributes"])) == (["seen"], ["seen"])


def test_an_attribute_without_a_type_is_of_an_unknown_one():
    assert attribute_shown(Attribute(description="It.")) == {
        "description": "It.",
        "type": "unknown",
    }


def test_support_is_shown_with_what_was_before():
    shown = support_shown(Support(Status.DEPRECATED, "9.0.0", "Use B.", Support(since="5.0.0")))
    assert (shown["status"], shown["version"], shown["message"]) == (
        "DEPRECATED",
        "9.0.0",
        "Use B.",
    )
    assert shown["previous_status"]["version"] == "5.0.0"
    assert shown["previous_status"]["previous_status"] is None
