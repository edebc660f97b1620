import pytest

from tests.core.template.test_reader import read

HOT = "heat_template_version: 2021-04-16\n"
CFN = "AWSTemplateFormatVersion: '2010-09-09'\n"


def test_every_key_of_a_hot_resource_is_read():
    template, problems = read(
        HOT
        + """\
resources:
  a: {type: Box}
  b:
    type: Box
    description: A box.
    properties: {size: 1}
    metadata: {k: v}
    depends_on: [a, a]
    deletion_policy: Retain
    update_policy: {batch: 1}
    condition: true
  c: {type: Box, external_id: x, depends_on: []}
"""
    )
    assert problems == []
    b = template.resources["b"]
    assert (b.name, b.type, b.description) == ("b", "Box", "A box.")
    assert (b.properties, b.metadata) == ({"size": 1}, {"k": "v"})
    assert (b.depends_on, b.deletion_policy) == (("a",), "Retain")
    assert (b.update_policy, b.condition, b.external_id) == ({"batch": 1}, True, None)
    assert template.resources["c"].external_id == "x"


def test_every_key_of_a_cloudformation_resource_is_read():
    template, problems = read(
        CFN
        + """\
Conditions: {Big: {'Fn::Equals': [1, 1]}}
Resources:
  A: {Type: Box}
  B:
    Type: Box
    Description: A box.
    Properties: {size: 1}
    Metadata: {k: v}
    DependsOn: A
    DeletionPolicy: Retain
    UpdatePolicy: {batch: 1}
    Condition: Big
    Whatever: ignored, as Heat does
"""
    )
    assert problems == []
    b = template.resources["B"]
    assert (b.type, b.description, b.depends_on) == ("Box", "A box.", ("A",))
    assert (b.metadata, b.deletion_policy) == ({"k": "v"}, "Retain")
    assert b.condition is not True


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ("5", "3:3: resources.a: a resource must be a map, not a number"),
        ("{tpye: Box}", "3:7: resources.a.tpye: 'tpye' is not a key of a resource"),
        ("{type: [x]}", "3:7: resources.a.type: type must be the name of a resource type"),
        ("{type: ''}", "3:7: resources.a.type: type must be the name of a resource type"),
        ("{type: Box, properties: [1]}", "3:18: resources.a.properties: properties must be a map"),
        ("{type: Box, metadata: x}", "3:18: resources.a.metadata: metadata must be a map"),
        ("{type: Box, description: 5}", "3:18: resources.a.description: description must be a str"),
        ("{type: Box, deletion_policy: 5}", "3:18: resources.a.deletion_policy: deletion_policy"),
        ("{type: Box, depends_on: 5}", "3:18: resources.a.depends_on: depends_on must be the name"),
        ("{type: Box, depends_on: [{}]}", "3:18: resources.a.depends_on: depends_on must be the"),
        ("{type: Box, condition: [x]}", "3:18: resources.a.condition: a condition must be the"),
        ("{type: Box, external_id: 5}", "3:18: resources.a.external_id: external_id must be a"),
        (
            "{type: Box, external_id: x, depends_on: b}",
            "3:34: resources.a.depends_on: a resource with external_id exists already",
        ),
    ],
)
def test_wrong_resources_are_refused_where_they_are_wrong(entry, problem):
    _, problems = read(f"{HOT}resources:\n  a: {entry}\n")
    assert problems[0].startswith(f"t.yaml:{problem}")


def test_a_resource_without_a_type_is_left_out():
    template, problems = read(f"{HOT}resources:\n  a: {{typ: Box}}\n")
    assert template.resources == {}
    assert problems[1] == (
        "t.yaml:3:3: resources.a: a resource needs the key 'type'; did you mean 'typ'?"
    )


def test_a_name_with_a_slash_is_refused():
    _, problems = read(f"{HOT}resources:\n  a/b: {{type: Box}}\n")
    assert problems == [
        "t.yaml:3:3: resources.a/b: the name of a resource must not contain a slash"
    ]


def test_a_name_shared_with_a_parameter_is_refused():
    _, problems = read(f"{HOT}parameters: {{a: {{type: string}}}}\nresources: {{a: {{type: Box}}}}")
    assert problems == ["t.yaml:3:13: resources.a: a parameter is called 'a', too; rename one"]


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ("5", "outputs.o: an output must be a map, not a number"),
        ("{}", "outputs.o: an output needs the key 'value'"),
        ("{value: 1, vlaue: 2}", "outputs.o.vlaue: 'vlaue' is not a key of an output"),
        ("{value: 1, condition: {}}", "outputs.o.condition: a condition must be the name"),
    ],
)
def test_wrong_outputs_are_refused(entry, problem):
    _, [found] = read(f"{HOT}outputs:\n  o: {entry}\n")
    assert found.split(": ", 1)[1].startswith(problem)


def test_a_condition_is_no_text():
    _, [problem] = read(f"{HOT}conditions: {{a: 'yes'}}\n")
    assert problem.endswith("conditions.a: a condition must be a boolean or a condition function")


def test_external_ids_are_no_key_of_early_versions():
    _, [problem] = read(
        "heat_template_version: 2015-10-15\nresources: {a: {type: Box, external_id: x}}"
    )
    assert "'external_id' is not a key of a resource" in problem


def test_a_function_of_a_later_version_is_warned_of():
    _, [problem] = read(
        "heat_template_version: 2013-05-23\nresources:\n  a:\n    type: Box\n"
        "    properties: {size: {digest: [md5, x]}}\n"
    )
    assert problem == (
        "t.yaml:5:18: resources.a.properties.size: digest is plain data in this template version, "
        "not a function; heat_template_version 2015-04-30 has it"
    )
