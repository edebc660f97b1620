import pytest

from tests.core.template.checks.asking import cfn_problems, problem, problems, stack


def test_references_and_depends_on_make_the_graph():
    checked = stack("""\
resources:
  a: {type: Box}
  b: {type: Box, properties: {name: {get_resource: a}}}
  c: {type: Box, metadata: {x: {get_attr: [b, colour]}}, depends_on: a}
  d: {type: Box, depends_on: [a, c]}
""")
    assert {name: list(needs) for name, needs in checked.graph.needs.items()} == {
        "a": [],
        "b": ["a"],
        "c": ["a", "b"],
        "d": ["a", "c"],
    }


def test_a_resource_that_is_not_there_is_named_with_the_closest():
    assert problem("""\
resources:
  server: {type: Box}
  b: {type: Box, depends_on: sevrer}
""") == (
        "t.yaml:4:18: resources.b.depends_on: there is no resource 'sevrer'; did you mean 'server'?"
    )


def test_an_attribute_that_is_not_there_is_named_with_the_closest_or_with_all():
    text = "resources: {a: {type: Box}}\noutputs: {o: {value: {get_attr: [a, %s]}}}\n"
    assert problem(text % "color") == (
        "t.yaml:3:15: outputs.o.value: Box has no attribute 'color'; did you mean 'colour'?"
    )
    assert problem(text % "zzz").endswith("'zzz'; it has colour, weight")


def test_a_type_without_attributes_says_so():
    text = "resources: {a: {type: Volume}}\noutputs: {o: {value: {get_attr: [a, x]}}}\n"
    assert problem(text).endswith("Volume has no attribute 'x'; it has none")


def test_open_types_and_placeholders_have_any_attribute():
    text = "resources: {a: {type: Anything}}\noutputs: {o: {value: {get_attr: [a, x]}}}\n"
    assert problems(text) == []


@pytest.mark.parametrize("name", ["[x]", "{a: b}", "5", "null"])
def test_an_attribute_whose_name_is_no_text_is_refused(name):
    text = "resources: {a: {type: Box}}\noutputs: {o: {value: {get_attr: [a, %s]}}}\n"
    assert "the attribute's name must be a string" in problem(text % name)


def test_every_missing_resource_is_named():
    found = problems("outputs: {o: {value: [{get_resource: x}, {get_attr: [y, z]}]}}")
    assert [one.split(": ")[2] for one in found] == [
        "there is no resource 'x'",
        "there is no resource 'y'",
    ]


def test_names_may_be_computed_from_what_is_known():
    text = """\
parameters: {p: {type: string, default: %s}}
resources: {a: {type: Box}}
outputs: {o: {value: {get_attr: [{get_param: p}, colour]}}}
"""
    assert problems(text % "a") == []
    assert "there is no resource 'b'" in problem(text % "b")


def test_a_name_that_nobody_knows_yet_is_refused():
    found = problem("""\
parameters: {p: {type: string}}
resources: {a: {type: Box}}
outputs: {o: {value: {get_resource: {get_param: p}}}}
""")
    assert found.endswith("the name of a resource must be known before it is created")


def test_a_cycle_is_shown_with_its_way():
    assert problem("""\
resources:
  a: {type: Box, depends_on: b}
  b: {type: Box, properties: {name: {get_resource: c}}}
  c: {type: Box, depends_on: [a]}
""") == (
        "t.yaml:3:3: resources.a: resources wait for each other; "
        "each of these needs the next: 'a' -> 'b' -> 'c' -> 'a'"
    )


def test_a_resource_cannot_wait_for_itself():
    found = problem("resources: {a: {type: Box, metadata: {x: {get_resource: a}}}}")
    assert found.endswith("'a' -> 'a'")


def test_what_exists_already_waits_for_nobody():
    checked = stack("""\
resources:
  a: {type: Box}
  b: {type: Box, external_id: x, properties: {name: {get_resource: a}}}
""")
    assert checked.graph.needs["b"] == []


def test_a_ref_is_to_a_resource_or_a_parameter():
    text = "Parameters: {Name: {Type: String}}\nResources: {Box1: {Type: Box}}\n"
    text += "Outputs: {O: {Value: [{Ref: Name}, {Ref: Box1}, {Ref: %s}]}}\n"
    assert cfn_problems(text % "AWS::Region") == []
    [found] = cfn_problems(text % "Nmae")
    assert found == (
        "t.yaml:4:49: Outputs.O.Value[2]: Ref: 'Nmae' is neither a resource nor a parameter; "
        "did you mean 'Name'?"
    )
