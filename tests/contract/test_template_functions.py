"""Every template version has what the contract says, and nothing else."""

import json
from pathlib import Path
from typing import Any

import pytest

from calor.core.errors import EvaluationError
from calor.core.source import Report
from calor.core.template.compiler import Compiler
from calor.core.template.dialect import Dialect
from calor.core.template.expression import Expression, evaluate
from calor.core.template.function import Rejected
from calor.core.template.version import DIALECTS, dialect_of
from tests.core.template.trial import Stack

CONTRACT = json.loads((Path(__file__).parent / "template_functions.json").read_text())
VERSIONS = {one["version"]: one for one in CONTRACT["versions"]}
INTRINSIC = {name for one in VERSIONS.values() for name in one["intrinsic_functions"]}
CONDITIONAL = {name for one in VERSIONS.values() for name in one["condition_functions"]}


class Answering(Stack):
    """A stack in which every yaql expression gives itself."""

    def yaql(self, expression, _):
        return expression


STACK = Answering(
    parameters={"p": "value", "m": {"k": ["a"]}},
    attributes={"web": {"ip": "10.0.0.1", "nets": {"k": ["a"]}}},
    files={"f": "text"},
    conditions={"yes": True, "no": False},
    mappings={"M": {"k": {"v": 1}}},
)

FORMS: dict[str, list[tuple[Any, Any]]] = {
    "Fn::And": [(["yes", "no"], False)],
    "Fn::Base64": [("text", "text")],
    "Fn::Equals": [(["a", "a"], True)],
    "Fn::FindInMap": [(["M", "k", "v"], 1)],
    "Fn::GetAZs": [("", ["north", "south"])],
    "Fn::GetAtt": [(["web", "ip"], "10.0.0.1")],
    "Fn::If": [(["no", 1, 2], 2)],
    "Fn::Join": [([",", ["a", "b"]], "a,b")],
    "Fn::MemberListToMap": [(["N", "V", [".member.0.N=a", ".member.0.V=b"]], {"a": "b"})],
    "Fn::Not": [(["yes"], False)],
    "Fn::Or": [(["yes", "no"], True)],
    "Fn::Replace": [([{"x": "y"}, "x"], "y")],
    "Fn::ResourceFacade": [("DeletionPolicy", "Retain")],
    "Fn::Select": [([1, ["a", "b"]], "b"), (["k", {"k": 1}], 1), ([0, "[5]"], 5), ([9, []], "")],
    "Fn::Split": [([",", "a,b"], ["a", "b"])],
    "Ref": [("p", "value")],
    "and": [(["yes", "no"], False)],
    "contains": [(["a", ["a"]], True), (["a", "bab"], True)],
    "digest": [(["md5", "abc"], "900150983cd24fb0d6963f7d28e17f72")],
    "equals": [(["a", "b"], False)],
    "filter": [([["a"], ["a", "b"]], ["b"])],
    "get_attr": [(["web", "ip"], "10.0.0.1"), (["web", "nets", "k", 0], "a")],
    "get_file": [("f", "text")],
    "get_param": [("p", "value"), (["m", "k", "0"], "a"), (["m", "nope"], "")],
    "get_resource": [("web", "web-id")],
    "if": [(["yes", 1, 2], 1), ([False, 1, 2], 2)],
    "list_concat": [([["a"], None, ["a"]], ["a", "a"])],
    "list_concat_unique": [([["a"], ["a"]], ["a"])],
    "list_join": [([",", ["a", None]], "a,")],
    "make_url": [({"scheme": "http", "host": "::1", "port": 80}, "http://[::1]:80")],
    "map_merge": [([{"a": 1}, None, {"a": 2}], {"a": 2})],
    "map_replace": [([{"a": 1}, {"keys": {"a": "b"}}], {"b": 1})],
    "not": [("yes", False)],
    "or": [(["no", False], False)],
    "repeat": [({"template": "%x%", "for_each": {"%x%": ["a", "b"]}}, ["a", "b"])],
    "resource_facade": [("deletion_policy", "Retain")],
    "str_replace": [({"template": "xy", "params": {"x": "y"}}, "yy")],
    "str_replace_strict": [({"template": "x", "params": {"x": 1}}, "1")],
    "str_replace_vstrict": [({"template": "x", "params": {"x": 1}}, "1")],
    "str_split": [([",", "a,b"], ["a", "b"]), ([",", "a,b", 1], "b"), ([",", None], None)],
    "yaql": [({"expression": "$.data", "data": {}}, "$.data"), ({"expression": "1"}, "1")],
}

ERROR = object()
VARIANTS: dict[str, list[tuple[Any, Any]]] = {
    "GetAtt": [(["web"], ERROR)],
    "GetAttAllAttributes": [(["web"], STACK.attributes["web"])],
    "GetAttThenSelect": [(["web"], ERROR), (["web", "nets", "nope"], None)],
    "If": [(["yes", 1], ERROR)],
    "IfNullable": [(["yes", 1], 1)],
    "Join": [([",", [], []], ERROR), ([",", [{}]], ERROR)],
    "JoinMultiple": [([",", ["a"], ["b"]], "a,b"), ([",", [{"b": 1, "a": 2}]], '{"a": 2, "b": 1}')],
    "Repeat": [({"template": "x", "for_each": {"x": {"k": 1}}}, ERROR)],
    "RepeatWithMap": [({"template": "x", "for_each": {"x": {"k": 1}}}, ["k"])],
    "RepeatWithNestedLoop": [
        ({"template": "xy", "for_each": {"x": ["a"], "y": ["b"]}, "permutations": False}, ["ab"]),
        ({"template": "x", "for_each": {"x": {"k": 1}}, "permutations": False}, ERROR),
    ],
    "Replace": [({"template": "x", "params": {"x": []}}, ERROR)],
    "ReplaceJson": [({"template": "x", "params": {"x": [1, 2]}}, "[1, 2]")],
    "ReplaceJsonStrict": [({"template": "", "params": {"x": 1}}, ERROR)],
    "ReplaceJsonVeryStrict": [({"template": "x", "params": {"x": ""}}, ERROR)],
}


def dialect(version: str) -> Dialect:
    one = VERSIONS[version]
    found = dialect_of({one["version_key"]: version}, Report())
    assert found
    return found


def outcome(version: str, value: Any, *, in_condition: bool = False) -> Any:
    """Return the result of a call; `ERROR` if it is refused, the value itself if it is data."""
    one = dialect(version)
    functions = one.condition_functions if in_condition else one.functions
    report = Report()
    compiler = Compiler(functions, one.condition_functions, one.elsewhere, STACK.attributes, report)
    compiled = compiler.compile(value, ())
    if report.errors:
        return ERROR
    try:
        return evaluate(compiled, STACK)
    except EvaluationError:
        return ERROR


def cases(names: str) -> list[tuple[str, str]]:
    return [(version, name) for version, one in VERSIONS.items() for name in one[names]]


def test_every_version_of_the_contract_is_there_and_no_other():
    assert {one.version for one in DIALECTS} == VERSIONS.keys()


@pytest.mark.parametrize(("version", "name"), cases("intrinsic_functions"))
def test_function_works(version, name):
    for argument, result in FORMS[name]:
        assert outcome(version, {name: argument}) == result


@pytest.mark.parametrize(("version", "name"), cases("condition_functions"))
def test_condition_function_works(version, name):
    for argument, result in FORMS[name]:
        assert outcome(version, {name: argument}, in_condition=True) == result


def respelt(name: str, argument: Any) -> Any:
    """Write the argument of `str_replace` as `Fn::Replace` has it."""
    return [argument["params"], argument["template"]] if name == "Fn::Replace" else argument


@pytest.mark.parametrize(("version", "name"), cases("function_variants"))
def test_function_is_of_the_right_variant(version, name):
    variant = VERSIONS[version]["function_variants"][name]
    for argument, result in VARIANTS[variant]:
        assert outcome(version, {name: respelt(name, argument)}) == result


@pytest.mark.parametrize("version", VERSIONS)
def test_functions_the_version_lacks_are_not_accepted(version):
    one = VERSIONS[version]
    for name in (INTRINSIC | CONDITIONAL) - {*one["intrinsic_functions"]}:
        call = {name: FORMS[name][0][0]}
        if name in one["removed_functions_rejected"]:
            assert outcome(version, call) is ERROR
        else:
            assert outcome(version, call) == call


@pytest.mark.parametrize("version", VERSIONS)
def test_conditions_accept_their_own_functions_only(version):
    one = VERSIONS[version]
    known = dialect(version).condition_functions
    assert dialect(version).has_conditions is one["conditions_supported"]
    assert {name for name in known if not isinstance(known[name], Rejected)} == {
        *one["condition_functions"]
    }
    if one["conditions_supported"]:
        for name in {*one["intrinsic_functions"]} - {*one["condition_functions"]}:
            call = {name: FORMS[name][0][0]}
            assert outcome(version, call, in_condition=True) is ERROR


@pytest.mark.parametrize("version", VERSIONS)
def test_functions_are_exactly_those_of_the_contract(version):
    one, functions = VERSIONS[version], dialect(version).functions
    rejected = {name for name in functions if isinstance(functions[name], Rejected)}
    assert functions.keys() - rejected == {*one["intrinsic_functions"]}
    assert rejected == {*one["removed_functions_rejected"]}
    assert not dialect(version).elsewhere.keys() & functions.keys()


@pytest.mark.parametrize("version", VERSIONS)
def test_words_and_keys(version):
    one, found = VERSIONS[version], dialect(version)
    assert found.language == one["language"]
    assert found.aliases == tuple(one["aliases"])
    assert found.sections == {*one["sections"]}
    assert found.resource_keys == {*one["resource_keys"]}
    assert found.output_keys == {*one["output_keys"]}
    assert found.strict_resource_keys is (one["unknown_resource_key"] == "validation error")
    assert found.pseudo_parameters == tuple(one["pseudo_parameters"])


@pytest.mark.parametrize("version", VERSIONS)
def test_parameters(version):
    one, rules = VERSIONS[version], dialect(version).parameter_rules
    constraints = {key for pair in one["parameter_constraints"] for key in pair.split("/")}
    assert rules.keys == {*one["parameter_keys"]}
    assert rules.types.keys() == {*one["parameter_types"]}
    if one["language"] == "hot":
        assert rules.constraints == constraints
    else:
        assert constraints <= rules.keys


@pytest.mark.parametrize("version", VERSIONS)
def test_deletion_policies(version):
    policies = dialect(version).deletion_policies
    assert [*policies] == VERSIONS[version]["deletion_policy_values"]
    assert all(policy == spelling.capitalize() for spelling, policy in policies.items())


def test_every_form_of_the_contract_is_tried():
    assert FORMS.keys() == CONTRACT["function_forms"].keys()
    assert VARIANTS.keys() == CONTRACT["variant_notes"].keys()


def test_a_map_with_more_than_one_key_is_data_in_every_version():
    for version in VERSIONS:
        value = {"get_param": "p", "Ref": "p"}
        assert outcome(version, value) == value
        assert not isinstance(outcome(version, value), Expression)
