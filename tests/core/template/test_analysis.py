from calor.core.template.analysis import (
    Reference,
    condition_names,
    references,
    unused_parameters,
)
from calor.core.template.scope import UNDECIDED
from calor.core.values import UNKNOWN
from tests.core.template.test_reader import read
from tests.core.template.trial import CFN, Stack, compiled

STACK = Stack(
    parameters={"which": "a", "open": UNKNOWN},
    attributes={"a": {}, "b": {}},
    conditions={"yes": True, "open": UNKNOWN},
)


def found(value, version="2021-04-16"):
    return list(references(compiled(value, version, STACK), STACK))


def test_references_say_who_and_which_attribute_and_where():
    value = {"x": [{"get_resource": "a"}, {"get_attr": ["b", "ip", 0]}]}
    assert found(value) == [
        Reference("a", None, ("x", 0)),
        Reference("b", ("ip", 0), ("x", 1)),
    ]


def test_names_may_be_computed_or_not_be_known():
    [one] = found({"get_resource": {"get_param": "which"}})
    assert one.resource == "a"
    [one] = found({"get_attr": [{"get_param": "open"}, "x"]})
    assert one.resource is UNKNOWN


def test_a_path_is_known_up_to_what_is_not():
    [one] = found({"get_attr": ["a", "ip", {"get_param": "open"}, "x"]})
    assert one.attribute == ("ip",)


def test_of_an_if_the_chosen_branch_counts_and_both_of_an_open_one():
    branches = [{"get_resource": "a"}, {"get_resource": "b"}]
    assert [one.resource for one in found({"if": ["yes", *branches]})] == ["a"]
    assert [one.resource for one in found({"if": ["open", *branches]})] == ["a", "b"]


def test_what_cannot_be_evaluated_refers_to_nothing():
    assert found({"get_resource": {"get_param": "nobody"}}) == []
    assert found([{"if": ["nobody", {"get_resource": "a"}, 1]}, {"get_resource": "b"}]) == [
        Reference("b", None, (1,))
    ]


def test_a_computed_ref_is_a_reference_if_it_is_to_a_resource():
    assert [one.resource for one in found({"Ref": {"Ref": "which"}}, CFN)] == ["a"]


def test_conditions_are_asked_for_by_name():
    template, _ = read(
        "heat_template_version: 2021-04-16\n"
        "conditions: {a: {and: [b, {not: c}]}, d: {equals: [b, c]}}\n"
    )
    assert list(condition_names(template.conditions["a"], UNDECIDED)) == ["b", "c"]
    assert list(condition_names(template.conditions["d"], UNDECIDED)) == []


def unused(text):
    template, problems = read(text)
    assert problems == []
    return unused_parameters(template, UNDECIDED)


PARAMETERS = "parameters: {p: {type: string}, q: {type: json}, r: {type: string}}\n"


def test_a_parameter_is_used_wherever_it_may_be_read():
    head = "heat_template_version: 2021-04-16\n" + PARAMETERS
    assert unused(head) == ["p", "q", "r"]
    assert unused(f"{head}conditions: {{c: {{equals: [{{get_param: p}}, 1]}}}}\n") == ["q", "r"]
    assert unused(f"{head}outputs: {{o: {{value: {{get_param: [q, a]}}}}}}\n") == ["p", "r"]
    body = "resources: {a: {type: Box, %s: {get_param: r}}}\n"
    for key in ("properties", "metadata", "deletion_policy", "update_policy", "external_id"):
        assert unused(head + body % key) == ["p", "q"]


def test_a_computed_name_may_mean_any_parameter():
    head = "heat_template_version: 2021-04-16\n" + PARAMETERS
    assert unused(f"{head}outputs: {{o: {{value: {{get_param: {{get_param: p}}}}}}}}\n") == []
    cfn = "AWSTemplateFormatVersion: '2010-09-09'\nParameters: {P: {Type: String}}\n"
    assert unused(cfn + "Outputs: {O: {Value: {Ref: {'Fn::Join': ['', [P]]}}}}\n") == []
