import pytest

from calor.core.template.checks.members import member
from calor.core.values import UNKNOWN
from tests.core.template.checks.asking import BOX, GROUP, problem, problems, stack


def first(**values):
    return member(GROUP, values)


def test_the_first_member_has_0_for_its_index():
    properties = {"name": "box-%index%", "items": ["%index%", 1]}
    found = first(member={"type": "Box", "properties": properties}, index_var="%index%")
    assert (found.name, found.type) == ("0", "Box")
    assert found.properties == {"name": "box-0", "items": ["0", 1]}


@pytest.mark.parametrize("definition", [None, UNKNOWN, {}, {"type": UNKNOWN}])
def test_without_a_definition_that_is_known_there_is_no_member(definition):
    assert first(member=definition) is None


def test_a_group_of_none_has_no_member():
    assert first(member={"type": "Box"}, count=0) is None


def test_only_groups_have_members():
    assert member(BOX, {"member": {"type": "Box"}}) is None


def group(definition, more=""):
    return f"resources:\n  g:\n    type: Group\n    properties:\n      member: {definition}\n{more}"


def test_the_definition_of_members_is_checked():
    assert problems(group("{type: Box, properties: {name: 'box %index%', size: 1}}")) == []
    assert problem(group("{type: Box, properties: {size: x}}")).startswith(
        "t.yaml:6:40: resources.g.properties.member.properties.size: expected a whole number"
    )
    assert problem(group("{type: Bix}")).startswith(
        "t.yaml:6:16: resources.g.properties.member.type: there is no resource type 'Bix'"
    )


def test_groups_may_stand_in_groups():
    inner = "{type: Group, properties: {member: {type: Box, properties: {size: %s}}}}"
    assert problems(group(inner % 1)) == []
    assert "member.properties.member.properties.size: expected a whole" in problem(
        group(inner % "x")
    )


def test_properties_of_members_may_be_unknown():
    text = "parameters: {p: {type: json}}\n"
    assert problems(text + group("{type: Safe, properties: {get_param: p}}")) == []


def test_members_may_be_templates():
    child = "heat_template_version: 2021-04-16\nresources: {b: {type: %s}}\n"
    checked = stack(group("{type: c.yaml}"), files={"c.yaml": child % "Box"})
    assert list(checked.children["g"].resources) == ["b"]
    found = problem(group("{type: c.yaml}"), files={"c.yaml": child % "Nope"})
    assert found == "c.yaml:2:17: resources.b.type: there is no resource type 'Nope'"
