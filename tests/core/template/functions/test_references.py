import pytest

from calor.core.values import UNKNOWN
from tests.core.template.trial import NOBODY_KNOWS, Stack, error_of, value_of

STACK = Stack(
    parameters={
        "name": "web",
        "map": {"list": ["a", {"k": None}], "unknown": UNKNOWN},
        "key": "list",
        "which": "name",
        "route": ["map", "list", 0],
        "unknown": UNKNOWN,
        "file": "a.sh",
    },
    attributes={
        "web": {"ip": "10.0.0.1", "nets": {"private": ["10.0.0.2"]}},
    },
    files={"a.sh": "echo {get_param: name}"},
)


@pytest.mark.parametrize(
    ("argument", "result"),
    [
        ("name", "web"),
        (["name"], "web"),
        (["map", "list", 0], "a"),
        (["map", "list", "0"], "a"),
        (["map", {"get_param": "key"}, 1, "k"], None),
        (["map", "nope"], ""),
        (["map", "list", 7], ""),
        (["map", "list", "x"], ""),
        (["map", "list", None], ""),
        (["map", "list", 0, "deeper", "still"], ""),
        (["map", "unknown", "k"], UNKNOWN),
        (["map", NOBODY_KNOWS], UNKNOWN),
        ({"get_param": "which"}, "web"),
        ({"get_param": "route"}, "a"),
        (NOBODY_KNOWS, UNKNOWN),
    ],
)
def test_get_param(argument, result):
    assert value_of({"get_param": argument}, stack=STACK) == result


@pytest.mark.parametrize("argument", [None, "", [], {}, 5, {"a": "b"}])
def test_get_param_wants_a_name_or_a_path(argument):
    assert "must have the form name or [name, path...]" in error_of({"get_param": argument})


def test_get_param_of_an_unknown_name():
    assert error_of({"get_param": "nope"}, stack=STACK) == "get_param: no parameter 'nope'"
    assert "must be a string" in error_of({"get_param": [5]}, stack=STACK)


def test_get_resource_takes_names_also_computed():
    assert value_of({"get_resource": "web"}, stack=STACK) == "web-id"
    assert value_of({"get_resource": {"get_param": "name"}}, stack=STACK) == "web-id"
    assert value_of({"get_resource": NOBODY_KNOWS}, stack=STACK) is UNKNOWN


@pytest.mark.parametrize("argument", [None, 5, [], ["web"], {"a": "b"}])
def test_get_resource_wants_a_name(argument):
    assert "must have the form name" in error_of({"get_resource": argument})


@pytest.mark.parametrize(
    ("argument", "result"),
    [
        (["web", "ip"], "10.0.0.1"),
        (["web", "nets", "private", 0], "10.0.0.2"),
        ([{"get_param": "name"}, "ip"], "10.0.0.1"),
        (["web", "nets", None], None),
        (["web", "nets", NOBODY_KNOWS], UNKNOWN),
        ([NOBODY_KNOWS, "ip"], UNKNOWN),
        (["web", "nets", {"if": [False, "private"]}], {"private": ["10.0.0.2"]}),
    ],
)
def test_get_attr(argument, result):
    assert value_of({"get_attr": argument}, stack=STACK) == result


def test_get_attr_of_a_resource_alone_gives_all_attributes_from_liberty_on():
    assert value_of({"get_attr": ["web"]}, "2015-10-15", STACK) == STACK.attributes["web"]
    assert "must have the form" in error_of({"get_attr": ["web"]}, "2015-04-30", STACK)


@pytest.mark.parametrize("argument", [None, "web", [], {"get_param": "route"}])
def test_get_attr_wants_a_list(argument):
    assert "must have the form" in error_of({"get_attr": argument}, stack=STACK)


def test_get_attr_of_what_does_not_exist():
    assert error_of({"get_attr": ["nope", "ip"]}, stack=STACK) == "get_attr: no resource 'nope'"
    assert (
        error_of({"get_attr": ["web", "nope", []]}, stack=STACK) == "get_attr: no attribute 'nope'"
    )
    assert "must be a string" in error_of({"get_attr": ["web", 5]}, stack=STACK)


def test_the_first_version_selects_after_it_has_asked():
    stack = Stack(attributes=STACK.attributes)
    value = {"get_attr": ["web", "nets", "private", 0]}
    assert value_of(value, "2013-05-23", stack) == "10.0.0.2"
    assert value_of(value, "2014-10-16", stack) == "10.0.0.2"
    assert stack.asked == [("web", ("nets",)), ("web", ("nets", "private", 0))]
    assert value_of({"get_attr": ["web", "nets", "nope"]}, "2013-05-23", stack) is None


def test_get_file_inserts_text_as_it_is():
    assert value_of({"get_file": "a.sh"}, stack=STACK) == "echo {get_param: name}"
    assert value_of({"get_file": {"get_param": "file"}}, stack=STACK) == "echo {get_param: name}"
    assert error_of({"get_file": "nope"}, stack=STACK) == "get_file: no file 'nope'"
    assert "must have the form" in error_of({"get_file": ["a.sh"]}, stack=STACK)
