import pytest

from tests.core.template.checks.asking import cfn_problems, problem, problems


def in_box(content, kind="Box"):
    return f"resources:\n  a:\n    type: {kind}\n    {content}\n"


@pytest.mark.parametrize(
    ("properties", "message"),
    [
        ("{szie: 1}", "5:18: resources.a.properties.szie: unknown property 'szie'; did you mean"),
        ("{size: x}", "5:18: resources.a.properties.size: expected a whole number, got the string"),
        ("{size: 0}", "5:18: resources.a.properties.size: 0 is out of range (min 1)"),
        ("{later: x}", "5:18: resources.a.properties.later: the property 'later' is not impl"),
        ("{amount: 1}", "5:18: resources.a.properties.amount: the property 'amount' is deprecated"),
        ("{name: {get_param: p}}", "5:18: resources.a.properties.name: get_param: there is no"),
        ("{get_file: a}", "5:5: resources.a.properties: get_file: there is no file 'a'"),
    ],
)
def test_wrong_properties_are_told_where_they_stand(properties, message):
    assert problem(in_box(f"properties: {properties}")).startswith(f"t.yaml:{message}")


def test_everything_is_told_at_once():
    found = problems("""\
parameters: {unused: {type: string}}
resources:
  a:
    type: Box
    properties: {size: x, name: {get_param: p}, items: [{get_param: q}, {get_file: f}]}
    metadata: {m: {get_param: r}}
    deletion_policy: Keep
  b: {type: Bxo}
  c: {type: Box, depends_on: d}
outputs:
  o: {value: {get_attr: [a, size]}}
""")
    assert sorted(one.split(": ")[1] for one in found) == sorted(
        [
            "parameters.unused",
            "resources.a.properties.size",
            "resources.a.properties.name",
            "resources.a.properties.items[0]",
            "resources.a.properties.items[1]",
            "resources.a.metadata.m",
            "resources.a.deletion_policy",
            "resources.b.type",
            "resources.c.depends_on",
            "outputs.o.value",
        ]
    )


def test_properties_that_nobody_knows_yet_may_be_right():
    text = "parameters: {p: {type: json}}\n" + in_box("properties: {get_param: p}", "Safe")
    assert problems(text) == []
    assert "required property 'word' is missing" in problem(in_box("metadata: {}", "Safe"))


def test_properties_must_come_to_a_map():
    text = "parameters: {p: {type: string, default: x}}\n" + in_box("properties: {get_param: p}")
    assert problem(text) == "t.yaml:6:5: resources.a.properties: expected a map, not a string"


def test_a_property_without_else_may_be_absent():
    assert problems(in_box("properties: {size: {if: [{not: true}, x]}}")) == []


@pytest.mark.parametrize("policy", ["Delete", "Retain", "delete", "retain"])
def test_deletion_policies_of_any_type(policy):
    assert problems(in_box(f"deletion_policy: {policy}")) == []


@pytest.mark.parametrize("policy", ["Snapshot", "snapshot"])
def test_only_some_types_can_be_backed_up(policy):
    assert problems(in_box(f"deletion_policy: {policy}", "Volume")) == []
    assert problem(in_box(f"deletion_policy: {policy}")) == (
        "t.yaml:5:5: resources.a.deletion_policy: Box cannot be backed up before it is deleted"
    )


def test_cloudformation_spells_policies_with_a_capital():
    text = "Resources: {A: {Type: Box, DeletionPolicy: %s}}"
    assert cfn_problems(text % "Retain") == []
    [found] = cfn_problems(text % "retain")
    assert found.endswith("'retain' is not a deletion policy; did you mean 'Retain'?")


def test_a_policy_may_be_computed():
    text = "parameters: {p: {type: string, default: %s}}\n"
    text += in_box("deletion_policy: {get_param: p}")
    assert problems(text % "Retain") == []
    assert "'Keep' is not a deletion policy; known are" in problem(text % "Keep")


def test_update_policies_are_checked_against_the_type():
    assert problems(in_box("update_policy: {batch: {size: 2}}")) == []
    assert problem(in_box("update_policy: {batch: {size: x}}")).startswith(
        "t.yaml:5:29: resources.a.update_policy.batch.size: expected a whole number"
    )
    assert "unknown property 'batch'" in problem(in_box("update_policy: {batch: {}}", "Volume"))


def test_what_exists_already_needs_no_properties():
    assert problems(in_box("external_id: x", "Safe")) == []
    assert "there is no parameter" in problem(in_box("external_id: {get_param: p}"))


def test_a_hidden_type_is_warned_of():
    assert problem("resources:\n  a: {type: Crate}\n") == (
        "t.yaml:3:7: resources.a.type: Crate is hidden; use Box"
    )


def test_a_placeholder_takes_anything():
    assert problems(in_box("properties: {x: 1}\n    update_policy: {y: 2}", "Anything")) == []
