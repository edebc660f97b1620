from hypothesis import given
from hypothesis import strategies as st

from calor.core.source import Report
from calor.core.template.parameters.declaration import (
    CFN,
    HOT_2013_05_23,
    HOT_2017_02_24,
    HOT_2018_03_02,
    ParameterKind,
)
from calor.core.template.parameters.reading import read_parameters
from calor.core.values import UNKNOWN

HOT = HOT_2018_03_02


def read(section, rules=HOT):
    report = Report()
    found = read_parameters(section, rules, report, ("parameters",))
    return found, [str(problem) for problem in report.problems]


def test_a_whole_hot_declaration_is_read():
    found, problems = read(
        {
            "size": {
                "type": "number",
                "description": "How many",
                "label": "Size",
                "default": "3",
                "hidden": True,
                "immutable": "yes",
                "tags": ["a"],
                "schema": {},
                "constraints": [{"range": {"min": 1}}],
            }
        }
    )
    size = found["size"]
    assert problems == []
    assert (size.kind, size.description, size.label) == (ParameterKind.NUMBER, "How many", "Size")
    assert (size.default, size.hidden, size.immutable, size.tags) == ("3", True, True, ("a",))
    assert len(size.constraints) == 1


def test_a_whole_cloudformation_declaration_is_read():
    found, problems = read(
        {
            "Names": {
                "Type": "CommaDelimitedList",
                "Default": "a,b",
                "NoEcho": "TRUE",
                "AllowedValues": ["a", "b"],
                "MinLength": "1",
                "Description": "Names",
                "ConstraintDescription": "a and b only",
                "Label": "Names of things",
            }
        },
        CFN,
    )
    names = found["Names"]
    assert problems == []
    assert (names.kind, names.default, names.hidden) == (ParameterKind.LIST, "a,b", True)
    assert [one.description for one in names.constraints] == ["a and b only"] * 2


def test_no_section_declares_nothing():
    assert read(None) == ({}, [])


def test_everything_wrong_is_said_at_once_and_in_its_place():
    _, problems = read(
        {
            "a": {"type": "strng"},
            "b": {"typ": "string"},
            "c": 5,
            "d": {"type": "boolean", "default": "maybe"},
            "e": {"type": "number", "default": 9, "constraints": [{"range": {"max": 5}}]},
            "f": {"type": "string", "hidden": "perhaps", "tags": "x", "label": []},
        }
    )
    text = "\n".join(problems)
    assert "parameters.a.type: unknown parameter type 'strng'" in text
    assert "did you mean 'string'?" in text
    assert "parameters.b.typ: unknown key 'typ' of a parameter; did you mean 'type'?" in text
    assert "parameters.b: the parameter has no type" in text
    assert "parameters.c: a parameter must be a map, not a number" in text
    assert "parameters.d.default: expected a boolean" in text
    assert "parameters.e.default: 9 is out of range (max 5)" in text
    assert "parameters.f.hidden" in text
    assert "parameters.f.tags" in text
    assert "parameters.f.label" in text


def test_a_broken_declaration_still_declares_its_name_and_asks_for_no_value():
    found, _ = read({"a": {"type": "strng"}, "b": 5, "c": {"type": "number", "default": "x"}})
    assert [one.default for one in found.values()] == [UNKNOWN] * 3


def test_amazons_own_types_are_refused_with_the_known_ones():
    for name in ("AWS::EC2::KeyPair::KeyName", "List<Number>"):
        _, [problem] = read({"key": {"Type": name}}, CFN)
        assert "the known ones are String, Number, CommaDelimitedList, Json, Boolean" in problem


def test_tags_came_with_a_later_version():
    _, [problem] = read({"a": {"type": "string", "tags": []}}, HOT_2017_02_24)
    assert "heat_template_version 2018-03-02 has it" in problem


def test_a_map_as_default_of_a_string_is_a_warning_only():
    found, [problem] = read({"a": {"type": "string", "default": {}}})
    assert found["a"].default == {}
    assert "turned into text" in problem


def test_the_section_must_be_a_map():
    assert read([])[1] == ["parameters: parameters must be a map, not a list"]


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
CONSTRAINT_WORDS = {"length", "range", "modulo", "allowed_values", "allowed_pattern"} | {
    *("custom_constraint", "description", "min", "max", "step", "offset")
}
WORDS = st.sampled_from(sorted(HOT.keys | CFN.keys | CONSTRAINT_WORDS))
TYPES = st.sampled_from(sorted(HOT.types) + sorted(CFN.types))
ANYTHING = st.recursive(
    SCALARS | TYPES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=10,
)
DECLARATIONS = st.dictionaries(
    st.text(max_size=3),
    ANYTHING
    | st.fixed_dictionaries({"type": TYPES, "default": ANYTHING, "constraints": ANYTHING})
    | st.fixed_dictionaries({"Type": TYPES, "Default": ANYTHING, "AllowedValues": ANYTHING}),
    max_size=3,
)


@given(DECLARATIONS | ANYTHING, st.sampled_from([CFN, HOT, HOT_2013_05_23]))
def test_no_section_whatever_raises(section, rules):
    found, _ = read(section, rules)
    assert set(found) == set(section if isinstance(section, dict) else ())
