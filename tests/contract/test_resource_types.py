"""Every resource type, property, attribute, constraint and rule of the contract is known."""

import json
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calor.core.schema.coercion import EMPTY
from calor.core.schema.constraints import (
    AllowedPattern,
    AllowedValues,
    Custom,
    Length,
    Range,
)
from calor.core.schema.model import SHOW, SUPPORTED, Status
from calor.core.schema.properties import check_properties
from calor.core.schema.typed import typed_properties
from calor.core.source import Severity
from calor.core.values import UNKNOWN
from calor.plugin.checks import CHECKS, FINDERS, lookup_offline
from calor.plugin.registry import GROUP, TypeRegistry

HERE = Path(__file__).parent
INDEX = json.loads((HERE / "resource_types.json").read_text())
CONTRACT = {
    name: entry
    for file in sorted((HERE / "resource_types").glob("*.json"))
    for name, entry in json.loads(file.read_text()).items()
}
TEMPLATES = {
    name: entry
    for name, entry in INDEX["default_environment_registry"].items()
    if entry["kind"] == "template"
}
PROJECT = tomllib.loads((HERE.parent.parent / "pyproject.toml").read_text())["project"]
REGISTRY = TypeRegistry(
    [EntryPoint(name, value, GROUP) for name, value in PROJECT["entry-points"][GROUP].items()]
)
SCHEMAS = {name: REGISTRY.get(name) for name in CONTRACT}
CONDITIONAL = {
    "OS::Neutron::Router": [("add", "l3_agent_ids", "l3_agent_id", "")],
    "OS::Heat::RandomString": [("add", "character_classes", "sequence", "")],
}
"""Rules that hold only where a property is given, which the contract therefore leaves out."""


def as_constraint(one):
    match one:
        case Length(low=low, high=high):
            return {"length": without_nothing(min=low, max=high)}
        case Range(low=low, high=high):
            return {"range": without_nothing(min=low, max=high)}
        case AllowedValues(allowed=allowed):
            return {"allowed_values": list(allowed)}
        case AllowedPattern(pattern=pattern):
            return {"allowed_pattern": pattern}
        case Custom(name=name):
            return {"custom_constraint": name}
        case _:
            raise AssertionError(one)


def as_support(one):
    history, past = [], one.previous
    while past:
        history.append(without_nothing(status=past.status.value, since=past.since))
        past = past.previous
    return without_nothing(status=one.status.value, since=one.since, history=history or None)


def as_property(one):
    return without_nothing(
        type=one.kind.value,
        default=one.default,
        required=one.required or None,
        update_allowed=one.update_allowed or None,
        immutable=one.immutable or None,
        implemented=None if one.implemented else False,
        constraints=[as_constraint(each) for each in one.constraints] or None,
        schema=one.fields and as_properties(one.fields),
        items=one.items and as_property(one.items),
        support=None if one.support == SUPPORTED else as_support(one.support),
    )


def as_properties(known):
    return {name: as_property(one) for name, one in known.items()}


def as_attribute(one):
    return without_nothing(
        type=one.kind.value,
        cache="cache_none" if one.live else None,
        support=None if one.support == SUPPORTED else as_support(one.support),
    )


def as_rule(one):
    lookup = one.lookup.replace("{object_type}", "(by property)")
    return (one.move.value, ".".join(one.path), ".".join(one.source), lookup)


def rule_in_contract(one):
    source = [one.get("from") or one.get("from_sibling"), one.get("custom_path")]
    return (one["op"], one["path"], ".".join(filter(None, source)), one.get("lookup", ""))


def without_nothing(**facts):
    return {name: fact for name, fact in facts.items() if fact is not None}


def test_every_type_is_known_and_no_other():
    assert sorted(CONTRACT) == sorted(INDEX["types"])
    assert REGISTRY.names() == sorted([*CONTRACT, *TEMPLATES])


@pytest.mark.parametrize("name", TEMPLATES)
def test_types_that_are_templates_have_the_properties_of_their_parameters(name):
    schema, entry = REGISTRY.get(name), TEMPLATES[name]
    plain = {
        one: {key: fact for key, fact in facts.items() if key != "allow_conversion"}
        for one, facts in entry["properties"].items()
    }
    assert as_properties(schema.properties) == plain
    assert {one for one, known in schema.properties.items() if known.convertible} == {
        one for one, facts in entry["properties"].items() if facts.get("allow_conversion")
    }
    assert schema.attributes.keys() == {"show", *entry["attributes"]}


@pytest.mark.parametrize("name", CONTRACT)
def test_properties_are_as_in_the_contract(name):
    assert as_properties(SCHEMAS[name].properties) == CONTRACT[name]["properties"]
    assert as_properties(SCHEMAS[name].update_policy) == CONTRACT[name].get("update_policy", {})


@pytest.mark.parametrize("name", CONTRACT)
def test_attributes_are_as_in_the_contract(name):
    known = dict(SCHEMAS[name].attributes)
    shown = known.pop("show", None)
    assert shown == (None if CONTRACT[name]["support"]["status"] == "HIDDEN" else SHOW)
    assert {one: as_attribute(known[one]) for one in known} == CONTRACT[name]["attributes"]


@pytest.mark.parametrize("name", CONTRACT)
def test_the_rest_is_as_in_the_contract(name):
    schema, entry = SCHEMAS[name], CONTRACT[name]
    support = dict(entry["support"])
    assert schema.becomes == tuple(support.pop("in_place_substitute_by", ()))
    assert as_support(schema.support) == support
    assert schema.placeholder == entry.get("flags", {}).get("placeholder", False)
    assert schema.can_snapshot == entry.get("deletion_policy_snapshot", False)
    assert (schema.service, schema.extension) == (
        entry.get("service"),
        entry.get("required_extension"),
    )
    rules = [rule_in_contract(one) for one in entry.get("translation", ())]
    assert list(map(as_rule, schema.translations)) == rules + CONDITIONAL.get(name, [])


def test_groups_and_deployments_have_attributes_beyond_the_declared_ones():
    assert {
        name for name, one in SCHEMAS.items() if one.open_attributes and not one.placeholder
    } == {
        "AWS::CloudFormation::Stack",
        "OS::Heat::AutoScalingGroup",
        "OS::Heat::ResourceChain",
        "OS::Heat::ResourceGroup",
        "OS::Heat::SoftwareDeployment",
        "OS::Heat::SoftwareDeploymentGroup",
        "OS::Heat::SoftwareDeployments",
        "OS::Heat::StructuredDeployment",
        "OS::Heat::StructuredDeploymentGroup",
        "OS::Heat::StructuredDeployments",
    }
    assert all(one.open_attributes for one in SCHEMAS.values() if one.placeholder)


def test_every_custom_constraint_has_a_check():
    assert sorted([*CHECKS, *FINDERS]) == INDEX["custom_constraints"]


def defaults(properties):
    for name, one in properties.items():
        if one.default is not None and one.implemented:
            yield name, one
        inner = dict(one.fields or {})
        yield from defaults(inner | ({"*": one.items} if one.items else {}))


@pytest.mark.parametrize("name", CONTRACT)
def test_every_default_fulfils_its_own_rules(name):
    for key, one in defaults(SCHEMAS[name].properties):
        given_value = one.default if one.default or one.kind not in EMPTY else EMPTY[one.kind]()
        assert errors_in({key: one}, {key: given_value}) == []


def errors_in(schema, values):
    noted = []
    check_properties(schema, values, lambda *note: noted.append(note))
    return [note for note in noted if note[0] is Severity.ERROR and len(note[1]) == 1]


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["true", "1", "10.0.0.0/24", "12:00", UNKNOWN])
)


def anything_under(names):
    keys = st.sampled_from(sorted(names)) if names else st.text(max_size=3)
    return st.recursive(
        SCALARS,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4),
        max_leaves=8,
    )


def names_in(properties):
    for name, one in properties.items():
        yield name
        inner = dict(one.fields or {})
        yield from names_in(inner | ({"items": one.items} if one.items else {}))


NAMES = {name: set(names_in(one.properties)) | {"strange"} for name, one in SCHEMAS.items() if one}


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_whatever_is_given_is_noted_and_never_raised(data):
    name = data.draw(st.sampled_from(sorted(SCHEMAS)))
    schema = SCHEMAS[name]
    assert schema is not None
    keys = st.sampled_from(sorted(NAMES[name]))
    values = anything_under(NAMES[name])
    given_values = data.draw(st.dictionaries(keys, values, max_size=8))
    noted = []
    find = data.draw(st.sampled_from([None, lambda kind, value: f"{kind}/{value}"]))
    typed = typed_properties(
        schema, given_values, lambda *note: noted.append(note), lookup_offline, find
    )
    assert set(typed) <= set(schema.properties)
    assert all(isinstance(message, str) and len(message) < 3000 for _, _, message, _ in noted)


@pytest.mark.parametrize("name", CONTRACT)
def test_what_was_checked_stays_as_it_is(name):
    known = SCHEMAS[name].properties
    required = {key: UNKNOWN for key, one in known.items() if one.required}
    typed = check_properties(known, required, lambda *_: None)
    assert check_properties(known, typed, lambda *_: None) == typed


def test_deprecated_and_hidden_types_are_counted_as_in_the_contract():
    counted = dict.fromkeys(Status, 0)
    for schema in SCHEMAS.values():
        counted[schema.support.status] += 1
    assert {status.value: number for status, number in counted.items()} == INDEX["counts"][
        "by_status"
    ]
