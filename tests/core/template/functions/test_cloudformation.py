import pytest

from calor.core.template.expression import walk
from calor.core.values import UNKNOWN
from tests.core.template.trial import CFN, Stack, compiled, error_of, value_of

STACK = Stack(
    parameters={"p": "value", "name": "web", "five": 5, "unknown": UNKNOWN},
    attributes={"web": {"ip": "10.0.0.1"}},
    mappings={"Sizes": {"small": {"cpu": 1}, "5": {"cpu": UNKNOWN}}},
)


def value(one):
    return value_of(one, CFN, STACK)


def error(one):
    return error_of(one, CFN, STACK)


def test_ref_is_a_resource_if_there_is_one_else_a_parameter():
    assert value({"Ref": "web"}) == "web-id"
    assert value({"Ref": "p"}) == "value"
    assert error({"Ref": "nope"}) == "Ref: 'nope' is neither a resource nor a parameter"
    assert "must have the form name" in error({"Ref": ["web"]})


def test_ref_may_be_computed():
    assert value({"Ref": {"Ref": "name"}}) == "web-id"
    parts = walk(compiled({"Ref": {"Ref": "name"}}, CFN, STACK), STACK)
    assert "GetResource" in {type(one).__name__ for one in parts}
    assert value({"Ref": {"Ref": "unknown"}}) is UNKNOWN


def test_get_att_takes_no_path():
    assert value({"Fn::GetAtt": ["web", "ip"]}) == "10.0.0.1"
    assert "must have the form [resource, attribute]" in error({"Fn::GetAtt": ["web", "ip", 0]})
    assert "must have the form [resource, attribute]" in error({"Fn::GetAtt": "web.ip"})


def test_find_in_map():
    assert value({"Fn::FindInMap": ["Sizes", "small", "cpu"]}) == 1
    assert value({"Fn::FindInMap": ["Sizes", {"Ref": "five"}, "cpu"]}) is UNKNOWN
    assert value({"Fn::FindInMap": ["Sizes", {"Ref": "unknown"}, "cpu"]}) is UNKNOWN


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        (["Sizes", "small"], "must have the form"),
        (["Sizes", "large", "cpu"], "has no 'large'"),
        (["Sizes", "small", "ram"], "has no 'ram'"),
        (["Nope", "small", "ram"], "no map 'Nope'"),
        (["Sizes", [], "ram"], "each key must be a string"),
    ],
)
def test_find_in_map_refuses(argument, message):
    assert message in error({"Fn::FindInMap": argument})


@pytest.mark.parametrize("region", ["", "anywhere", {"Ref": "p"}, None])
def test_get_azs_ignores_the_region(region):
    assert value({"Fn::GetAZs": region}) == ["north", "south"]


def test_base64_leaves_text_as_it_is():
    assert value({"Fn::Base64": "text"}) == "text"
    assert value({"Fn::Base64": {"Ref": "p"}}) == "value"
    for wrong in (["text"], None, 5):
        assert "must be a string" in error({"Fn::Base64": wrong})


@pytest.mark.parametrize(
    ("argument", "result"),
    [
        ([1, ["a", "b"]], "b"),
        (["1", ["a", "b"]], "b"),
        ([7, ["a", "b"]], ""),
        ([0, ["a", {"Ref": "unknown"}]], "a"),
        (["k", {"k": "v"}], "v"),
        (["l", {"k": "v"}], ""),
        (["1", '["a", "b"]'], "b"),
        (["k", '{"k": [1]}'], [1]),
        ([0, ""], ""),
        ([0, None], ""),
        ([0, "null"], ""),
    ],
)
def test_select(argument, result):
    assert value({"Fn::Select": argument}) == result


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ([0, "no json"], "no JSON"),
        ([0, "[" * 100_000], "no JSON"),
        ([0, "5"], "expected a list, a map or JSON text"),
        ([0, {"k": "v"}], "the key must be a string"),
        (["k", ["a"]], "the index must be an integer"),
        ([None, ["a"]], "the index must be an integer"),
        ([0], "must have the form"),
    ],
)
def test_select_refuses(argument, message):
    assert message in error({"Fn::Select": argument})


def test_member_list_to_map():
    members = [
        ".member.1.Value=b=c",
        ".member.0.Name=x",
        ".member.0.Value=a",
        ".member.1.Name=y",
        ".member.2.Name=lonely",
        "other=1",
    ]
    argument = ["Name", "Value", members]
    assert value({"Fn::MemberListToMap": argument}) == {"x": "a", "y": "b=c"}


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        (["Name", {"Ref": "p"}, []], "must have the form"),
        (["Name", "Value"], "must have the form"),
        (["Name", "Value", ["x"]], "must have a '='"),
        (["Name", "Value", [5]], "each member must be a string"),
        (["Name", "Value", "x"], "the members must be a list"),
    ],
)
def test_member_list_to_map_refuses(argument, message):
    assert message in error({"Fn::MemberListToMap": argument})
