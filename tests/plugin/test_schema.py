from dataclasses import FrozenInstanceError

import pytest

from calor.core.schema.constraints import AllowedValues, Custom, Length, Range
from calor.core.schema.model import (
    SHOW,
    Attribute,
    Kind,
    Move,
    Property,
    Status,
    Support,
    Translation,
)
from calor.core.schema.typed import typed_properties
from calor.core.values import UNKNOWN
from calor.plugin.declaration import Declared, DeclaredType, prop
from calor.plugin.schema import build, schema_of
from calor.resources.heat import TYPES
from tests.core.schema.test_properties import Notes
from tests.plugin.samples import AddressRange, CharacterClass, RandomString, Subnet

SUBNET = schema_of(Subnet)


class Past(DeclaredType):
    """Accepted, but no longer offered."""

    type_name = "Sample::Past"
    support = Support(Status.HIDDEN)


class Rolling(Declared):
    """How members are updated."""

    pause: int = prop("Seconds.", default=0)


class Group(DeclaredType):
    """Has an update policy."""

    type_name = "Sample::Group"
    update_policy = Rolling


def built(kind, **given):
    notes = Notes()
    values = typed_properties(schema_of(kind), given, notes)
    assert notes.error == []
    return build(kind, values)


def test_the_annotation_gives_the_kind():
    kinds = {name: one.kind for name, one in SUBNET.properties.items()}
    assert kinds == {
        "network": Kind.STRING,
        "cidr": Kind.STRING,
        "prefixlen": Kind.INTEGER,
        "ip_version": Kind.INTEGER,
        "enable_dhcp": Kind.BOOLEAN,
        "dns_nameservers": Kind.LIST,
        "allocation_pools": Kind.LIST,
        "host_routes": Kind.LIST,
        "value_specs": Kind.MAP,
        "tags": Kind.LIST,
        "load": Kind.NUMBER,
        "binding:vnic_type": Kind.STRING,
        "network_id": Kind.STRING,
    }


def test_a_property_without_a_default_is_required():
    assert [name for name, one in SUBNET.properties.items() if one.required] == ["network"]


def test_defaults_are_those_a_template_would_write():
    assert SUBNET.properties["dns_nameservers"].default == []
    assert SUBNET.properties["value_specs"].default == {}
    assert SUBNET.properties["cidr"].default is None
    classes = schema_of(RandomString).properties["character_classes"]
    assert classes.default == [{"class": "lettersdigits", "min": 1}]


def test_constraints_stand_on_the_value_or_on_its_items():
    properties = SUBNET.properties
    assert properties["ip_version"].constraints == (AllowedValues(allowed=(4, 6)),)
    assert properties["load"].constraints == (Range(low=0, high=1),)
    assert properties["host_routes"].constraints == (Length(high=20),)
    assert properties["dns_nameservers"].items == Property(
        kind=Kind.STRING, constraints=(Custom(name="ip_addr"),)
    )
    assert properties["tags"].items is None


def test_nested_classes_are_nested_schemas():
    items = SUBNET.properties["allocation_pools"].items
    assert items is not None
    assert items.kind is Kind.MAP
    assert items.fields is not None
    assert items.fields["start"] == Property(
        kind=Kind.STRING,
        description="First address.",
        required=True,
        constraints=(Custom(name="ip_addr"),),
    )


def test_what_is_found_is_constrained_and_resolved():
    assert SUBNET.properties["network"].constraints == (Custom(name="neutron.network"),)
    rule = Translation(move=Move.RESOLVE, path=("network",), lookup="neutron.network")
    assert rule in SUBNET.translations


def test_a_former_name_is_a_property_and_a_rule():
    old = SUBNET.properties["network_id"]
    assert (old.required, old.support) == (False, Support(Status.HIDDEN, "5.0.0"))
    rule = Translation(move=Move.REPLACE, path=("network",), source=("network_id",))
    assert rule in SUBNET.translations
    assert built(Subnet, network_id="n").network == "n"


def test_support_and_updates_are_kept():
    assert SUBNET.properties["enable_dhcp"].update_allowed
    assert SUBNET.properties["binding:vnic_type"].support.message == "leave it to the port"
    assert SUBNET.properties["prefixlen"].support == Support(since="6")


def test_attributes_include_show_unless_the_type_is_hidden():
    assert SUBNET.attributes == {
        "show": SHOW,
        "cidr": Attribute(kind=Kind.STRING, description="The block."),
        "allocation_pools": Attribute(kind=Kind.LIST, description="What is handed out.", live=True),
    }
    assert schema_of(Past).attributes == {}


def test_a_schema_is_made_once():
    assert schema_of(Subnet) is SUBNET


def test_an_update_policy_is_declared_likewise():
    assert schema_of(Group).update_policy == {
        "pause": Property(kind=Kind.INTEGER, description="Seconds.", default=0)
    }


def test_an_instance_has_typed_values_at_every_level():
    subnet = built(
        Subnet,
        network="n",
        allocation_pools=[{"start": "10.0.0.2", "end": "10.0.0.9"}],
        dns_nameservers=["8.8.8.8"],
        **{"binding:vnic_type": "direct"},
    )
    assert subnet.allocation_pools == (AddressRange(start="10.0.0.2", end="10.0.0.9"),)
    assert subnet.dns_nameservers == ("8.8.8.8",)
    assert subnet.vnic_type == "direct"
    assert (subnet.cidr, subnet.ip_version, subnet.value_specs) == (None, 4, {})
    assert built(RandomString) == RandomString(character_classes=(CharacterClass(),))


def test_unknown_values_stay_unknown_in_an_instance():
    subnet = built(Subnet, network=UNKNOWN, allocation_pools=[UNKNOWN], host_routes=UNKNOWN)
    assert subnet.network is UNKNOWN
    assert subnet.allocation_pools == (UNKNOWN,)
    assert subnet.host_routes is UNKNOWN


def test_an_instance_is_frozen():
    with pytest.raises(FrozenInstanceError):
        RandomString().length = 5


def test_a_sample_says_the_same_as_the_type_it_is_a_sample_of():
    declared, known = schema_of(RandomString), schema_of(TYPES["OS::Heat::RandomString"])
    for name, one in declared.properties.items():
        assert (one.kind, one.default, one.constraints) == (
            known.properties[name].kind,
            known.properties[name].default,
            known.properties[name].constraints,
        )
