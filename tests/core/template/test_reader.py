import pytest

from calor.core.document.parse import parse_document
from calor.core.source import Report
from calor.core.template.reader import NO_DESCRIPTION, read_template
from calor.core.template.version import DIALECTS


def read(text):
    document = parse_document(text, "t.yaml")
    report = Report(document.locate)
    return read_template(document, report), [str(one) for one in report.problems]


def test_every_section_of_hot_is_read():
    template, problems = read("""\
heat_template_version: 2021-04-16
description: Boxes
parameter_groups: [{label: all, parameters: [size]}]
parameters: {size: {type: number}}
conditions: {big: {equals: [{get_param: size}, 9]}}
resources: {a: {type: Box}}
outputs: {o: {value: 1, description: one, condition: big}}
""")
    assert problems == []
    assert template.dialect.version == "2021-04-16"
    assert template.description == "Boxes"
    assert [one.parameters for one in template.parameter_groups] == [("size",)]
    assert list(template.parameters) == ["size"]
    assert list(template.conditions) == ["big"]
    assert template.resources["a"].type == "Box"
    assert template.outputs["o"].value == 1
    assert template.outputs["o"].description == "one"


def test_every_section_of_cloudformation_is_read():
    template, problems = read("""\
AWSTemplateFormatVersion: '2010-09-09'
Description: Boxes
Parameters: {Size: {Type: Number}}
Mappings: {M: {a: {b: 1}}}
Conditions: {Big: {'Fn::Equals': [{Ref: Size}, 9]}}
Resources: {A: {Type: Box}}
Outputs: {O: {Value: 1}}
""")
    assert problems == []
    assert template.mappings == {"M": {"a": {"b": 1}}}
    assert list(template.conditions) == ["Big"]
    assert template.resources["A"].type == "Box"
    assert template.outputs["O"].value == 1
    assert template.parameter_groups == ()


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda one: f"{one.version_key} {one.version}")
def test_an_empty_template_of_every_version_is_fine(dialect):
    template, problems = read(f"{dialect.version_key}: '{dialect.version}'\n")
    assert problems == []
    assert template.description == NO_DESCRIPTION
    assert (template.resources, template.outputs, template.conditions) == ({}, {}, {})


def test_sections_that_are_left_empty_are_fine():
    template, problems = read("heat_template_version: rocky\nresources:\noutputs:\nparameters:\n")
    assert problems == []
    assert template.resources == {}


def test_without_a_version_nothing_is_read():
    template, [problem] = read("resources: {}")
    assert template is None
    assert problem.startswith("t.yaml:1:1: the template does not say which version")


def test_an_unknown_section_is_named_with_the_closest():
    _, problems = read("heat_template_version: rocky\nresorces: {}\nzzz: {}\n")
    assert problems[0] == (
        "t.yaml:2:1: resorces: 'resorces' is not a template section; did you mean 'resources'?"
    )
    assert problems[1].startswith("t.yaml:3:1: zzz: 'zzz' is not a template section; known are")


def test_conditions_are_no_section_of_early_versions():
    template, [problem] = read("heat_template_version: 2015-10-15\nconditions: {a: true}\n")
    assert "'conditions' is not a template section" in problem
    assert template.conditions == {}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("resources: []", "resources: resources must be a map of names, not a list"),
        ("outputs: 5", "outputs: outputs must be a map of names, not a number"),
        ("conditions: x", "conditions: conditions must be a map of names, not a string"),
        ("description: [a]", "description: description must be a string, not a list"),
    ],
)
def test_a_section_of_the_wrong_kind_is_left_out(text, message):
    _, problems = read(f"heat_template_version: rocky\n{text}\n")
    assert problems == [f"t.yaml:2:1: {message}"]
