from tests.core.template.checks.asking import cfn_problems, problem, problems, stack, verdict

OFF = """\
conditions: {on: true, off: false}
resources:
  a: {type: Box, condition: off}
"""


def test_a_disabled_resource_is_not_there():
    checked = stack(OFF + "  b: {type: Box, condition: on}\n  c: {type: Box}\n")
    assert list(checked.resources) == ["b", "c"]
    assert list(checked.graph.needs) == ["b", "c"]


def test_nothing_is_said_about_what_is_disabled():
    assert problems("resources: {a: {type: Nope, condition: false, properties: {x: 1}}}") == []


def test_a_reference_to_a_disabled_resource_is_an_error():
    found = problem(OFF + "  b: {type: Box, properties: {name: {get_resource: a}}}\n")
    assert found == (
        "t.yaml:5:31: resources.b.properties.name: the resource 'a' is disabled by its condition; "
        "choose with `if` between this reference and another value"
    )


def test_depends_on_may_name_a_disabled_resource():
    checked = stack(OFF + "  b: {type: Box, depends_on: a}\n")
    assert checked.graph.needs["b"] == []


def test_a_reference_in_the_branch_that_is_not_taken_does_not_count():
    text = OFF + "  b: {type: Box, properties: {name: {if: [off, {get_resource: a}, x]}}}\n"
    assert stack(text).graph.needs["b"] == []


def test_an_open_condition_enables():
    checked = stack("""\
parameters: {p: {type: boolean}}
conditions: {open: {get_param: p}}
resources: {a: {type: Box, condition: open}}
""")
    assert list(checked.resources) == ["a"]


def test_a_condition_that_does_not_exist_is_named_with_the_closest():
    found = problem(
        "conditions: {bigg: true}\nresources:\n  a:\n    type: Box\n    condition: big\n"
    )
    assert found == (
        "t.yaml:6:5: resources.a.condition: condition: there is no condition 'big'; "
        "did you mean 'bigg'?"
    )


def test_conditions_that_go_round_are_told_once():
    found = problem("""\
conditions: {a: {not: b}, b: {not: c}, c: {not: a}}
resources: {x: {type: Box, condition: a}, y: {type: Box, condition: b}}
""")
    assert found == (
        "t.yaml:2:14: conditions.a: conditions go round: "
        "each of these needs the next: 'a' -> 'b' -> 'c' -> 'a'"
    )


def test_a_broken_condition_is_told_once():
    found = problem("""\
conditions: {a: {equals: [{get_param: p}, 1]}, b: {not: a}}
resources: {x: {type: Box, condition: a}, y: {type: Box, condition: b}}
""")
    assert found.startswith("t.yaml:2:27: conditions.a.equals[0]: get_param: there is no parameter")


def test_conditions_may_stand_in_any_order_however_many():
    chain = "".join(f"  c{n}: {{not: c{n + 1}}}\n" for n in range(3000))
    checked = stack(
        f"conditions:\n{chain}  c3000: true\nresources: {{a: {{type: Box, condition: c0}}}}"
    )
    assert checked.scope.condition("c0") is True


def test_an_output_whose_condition_fails_is_not_looked_at():
    text = "conditions: {off: false}\noutputs:\n  o: {value: {get_attr: [x, y]}, condition: %s}\n"
    assert problems(text % "off") == []
    assert "there is no resource 'x'" in problem(text % "{not: off}")


def test_conditions_of_cloudformation():
    found = cfn_problems("""\
Parameters: {P: {Type: String, Default: x}}
Conditions:
  Is: {'Fn::Equals': [{Ref: P}, x]}
  Not: {'Fn::Not': [Is]}
  Both: {'Fn::And': [Is, Not]}
Resources:
  A: {Type: Box, Condition: Both}
  B: {Type: Box, Properties: {name: {'Fn::If': [Is, {Ref: P}, {Ref: A}]}}}
""")
    assert found == []


def test_a_call_of_wrong_form_in_a_branch_counts_if_the_branch_does():
    text = """\
parameters: {p: {type: boolean}}
conditions: {on: true, open: {get_param: p}}
outputs: {o: {value: {if: [%s, %s, %s]}}}
"""
    bad = "{get_attr: x}"
    assert problems(text % ("on", 1, bad)) == []
    assert "get_attr must have the form" in problem(text % ("on", bad, 1))
    assert "get_attr must have the form" in problem(text % ("open", 1, bad))
    assert "get_attr must have the form" in problem(text % ("open", bad, 1))


def test_a_verdict_without_a_readable_template_has_no_stack():
    assert verdict("resources: {}").stack is None
