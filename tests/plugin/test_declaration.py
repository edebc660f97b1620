from dataclasses import fields

import pytest

from calor.core.schema.model import Attribute, Kind, Status, Support
from calor.plugin.declaration import Declared, attr, deprecated, hidden, name_of, rule_of, since
from tests.plugin.samples import Subnet


class Careless(Declared):
    """Has a field without a rule."""

    size: int = 5


def test_a_rule_stands_beside_the_field():
    network = fields(Subnet)[0]
    assert rule_of(network).wire == "network_id"
    assert name_of(network) == "network"


def test_a_field_without_a_rule_is_a_mistake():
    with pytest.raises(TypeError, match="'size' is not declared with prop"):
        rule_of(fields(Careless)[0])


def test_properties_are_given_by_name_alone():
    with pytest.raises(TypeError):
        Subnet("net")


def test_two_instances_never_share_a_default():
    first, second = Subnet(network="a"), Subnet(network="b")
    first.value_specs["x"] = 1
    assert second.value_specs == {}


def test_support_is_said_in_words():
    before = since("2")
    assert hidden("5", "use x", deprecated("4", previous=before)) == Support(
        Status.HIDDEN, "5", "use x", Support(Status.DEPRECATED, "4", None, before)
    )


def test_an_attribute_may_leave_its_kind_open():
    assert attr("Whatever.", None) == Attribute(kind=Kind.UNDECLARED, description="Whatever.")
