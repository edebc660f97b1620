import hashlib

import pytest

from calor.core.template.functions.expected import MAX_ITEMS
from tests.core.template.trial import CFN, error_of, value_of


def test_list_join_takes_null_as_empty():
    assert value_of({"list_join": ["-", ["a", None, "b"]]}, "2013-05-23") == "a--b"
    assert value_of({"list_join": ["-", None]}, "2013-05-23") == ""


def test_early_list_join_takes_one_list_of_strings():
    assert "must have the form" in error_of({"list_join": ["-", [], []]}, "2015-04-30")
    assert "each item must be a string" in error_of({"list_join": ["-", [{}]]}, "2015-04-30")


def test_list_join_of_several_lists_writes_maps_and_lists_as_json():
    value = {"list_join": [" ", ["a"], None, [{"z": 1, "b": [True, None]}, ["é"]]]}
    assert value_of(value) == 'a {"b": [true, null], "z": 1} ["\\u00e9"]'


@pytest.mark.parametrize("item", [1, 1.5, True])
def test_list_join_does_not_join_numbers(item):
    assert "must be a string, a map or a list, not" in error_of({"list_join": ["", [item]]})


def test_a_join_that_grows_too_long_is_refused():
    assert "longer than" in error_of({"list_join": ["x" * 1000, ["y"] * 20_000]})


def test_fn_join_is_named_in_its_errors():
    assert value_of({"Fn::Join": [",", ["a", "b"]]}, CFN) == "a,b"
    assert error_of({"Fn::Join": [1, []]}, CFN).startswith("Fn::Join: the delimiter must be")


@pytest.mark.parametrize(
    ("arguments", "result"),
    [
        ([",", "a,b,c"], ["a", "b", "c"]),
        ([",", "a,b,c", 1], "b"),
        ([",", "a,b,c", "2"], "c"),
        ([",", "a,b,c", -1], "c"),
        ([",", None], None),
        ([",", ""], [""]),
        ([None, " a  b "], ["a", "b"]),
    ],
)
def test_str_split(arguments, result):
    assert value_of({"str_split": arguments}) == result


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([",", "a", 1], "between 0 and 0"),
        ([",", "a", "x"], "must be an integer"),
        ([",", "a", 0.5], "must be an integer"),
        ([",", "a", None], "must be an integer"),
        (["", "a"], "must not be empty"),
        ([1, "a"], "must be a string"),
        ([",", 5], "must be a string"),
        ([",", "," * MAX_ITEMS], "more than 100000 items"),
        ([None, " x" * MAX_ITEMS * 2], "more than 100000 items"),
    ],
)
def test_str_split_refuses(arguments, message):
    assert message in error_of({"str_split": arguments})


def test_fn_split_wants_a_literal_delimiter():
    assert value_of({"Fn::Split": [",", "a,b"]}, CFN) == ["a", "b"]
    assert "literal" in error_of({"Fn::Split": [{"Ref": "p"}, "a,b"]}, CFN)
    assert "must be a string" in error_of({"Fn::Split": [",", None]}, CFN)


@pytest.mark.parametrize("algorithm", ["md5", "sha1", "SHA256", "sha512"])
def test_digest_takes_text_as_latin_1(algorithm):
    expected = hashlib.new(algorithm, b"gr\xfcn").hexdigest()
    assert value_of({"digest": [algorithm, "grün"]}) == expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["md5", "漢"], "only Latin-1"),
        (["sha265", "x"], "did you mean 'sha256'?"),
        (["shake_128", "x"], "no algorithm"),
        (["md5", 5], "must be a string"),
        ([5, "x"], "must be a string"),
    ],
)
def test_digest_refuses(arguments, message):
    assert message in error_of({"digest": arguments})
