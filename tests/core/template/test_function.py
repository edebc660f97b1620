import pytest

from calor.core.template.expression import walk
from calor.core.template.function import Rejected, pure
from calor.core.values import UNKNOWN
from tests.core.template.trial import NOBODY_KNOWS, Stack, compiled, error_of, unknown, value_of


def test_unknown_in_gives_unknown_out():
    value = {
        "a": {"list_join": [",", ["x", NOBODY_KNOWS]]},
        "b": {"list_join": [",", ["x", "y"]]},
    }
    assert value_of(value, stack=unknown()) == {"a": UNKNOWN, "b": "x,y"}


@pytest.mark.parametrize(
    "value",
    [
        {"list_join": [","]},
        {"list_join": "a,b"},
        {"list_join": {"delimiter": ",", "items": []}},
        {"str_replace": {"template": "x"}},
        {"str_replace": {"get_param": "p"}},
        {"make_url": {"hots": "x"}},
        {"map_merge": {"a": {"b": "c"}}},
        {"map_merge": "x"},
        {"digest": ["md5"]},
    ],
)
def test_a_wrong_form_is_an_error_that_shows_the_right_one(value):
    [name] = value
    assert error_of(value).startswith(f"{name} must have the form ")


@pytest.mark.parametrize(
    ("value", "result"),
    [
        ({"map_merge": {"get_param": "p"}}, {"a": 1, "b": 2}),
        ({"list_concat": {"get_param": "q"}}, ["a", "b"]),
        ({"digest": {"get_param": "d"}}, "900150983cd24fb0d6963f7d28e17f72"),
    ],
)
def test_some_functions_take_a_call_as_their_whole_argument(value, result):
    stack = Stack({"p": [{"a": 1}, {"b": 2}], "q": [["a"], ["b"]], "d": ["md5", "abc"]})
    assert value_of(value, stack=stack) == result


def test_a_computed_argument_of_wrong_form_is_an_error():
    stack = Stack({"p": "text"})
    assert "must have the form [algorithm, string]" in error_of(
        {"digest": {"get_param": "p"}}, stack=stack
    )
    assert value_of({"digest": NOBODY_KNOWS}, stack=unknown()) is UNKNOWN


def test_an_absent_argument_is_left_out_where_it_may_be_and_null_elsewhere():
    absent = {"if": [False, "x"]}
    assert value_of({"str_split": [",", "a,b", absent]}) == ["a", "b"]
    assert value_of({"str_split": [",", absent]}) is None
    assert value_of({"map_merge": [absent, {"a": 1}]}) == {"a": 1}
    assert value_of({"make_url": {"host": "h", "path": absent}}) == "//h"
    assert "must be a string, not null" in error_of({"digest": ["md5", absent]})


def test_an_error_tells_where_the_innermost_call_stands():
    message = error_of({"list_join": ["", [{"digest": ["md5", 5]}]]})
    assert message == "digest: what is to be digested must be a string, not number"


def test_a_key_that_is_not_known_is_ignored_with_a_warning_where_it_always_was():
    value = {"str_replace": {"template": "x", "params": {"x": "y"}, "parms": {}}}
    assert value_of(value) == "y"


def test_the_signature_is_the_schema():
    @pure("pick", "[one] or [one, two]")
    def pick(one, two="none", /):
        return one, two

    assert pick.form.takes_list(["a"])
    assert pick.form.takes_list(["a", "b"])
    assert not pick.form.takes_list([])
    assert not pick.form.takes_list(["a", "b", "c"])
    assert not pick.form.takes_map({"one": "a"})


def test_arguments_of_a_call_are_its_parts():
    stack = Stack({"p": "x"})
    call = compiled({"list_join": [{"get_param": "p"}, [{"get_param": "p"}]]})
    names = [type(one).__name__ for one in walk(call, stack)]
    assert names == ["Call", "GetParam", "ListExpression", "GetParam"]


def test_a_rejected_function_says_why():
    assert "2013-05-23" in error_of({"Ref": "x"}, "2014-10-16")
    assert Rejected("x", "is gone").reason == "is gone"
