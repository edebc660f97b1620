import pytest

from calor.core.schema.coercion import (
    Misfit,
    as_boolean,
    as_integer,
    as_number,
    as_string,
    describe,
    split,
)


@pytest.mark.parametrize(
    ("coerce", "given", "typed"),
    [
        (as_string, "abc", "abc"),
        (as_string, 80, "80"),
        (as_string, True, "True"),
        (as_integer, 3, 3),
        (as_integer, "3", 3),
        (as_integer, " 3 ", 3),
        (as_integer, True, 1),
        (as_integer, 3.9, 3),
        (as_number, 1.5, 1.5),
        (as_number, "1.5", 1.5),
        (as_number, "7", 7),
        (as_number, True, 1),
        (as_boolean, False, False),
        (as_boolean, "TRUE", True),
        (as_boolean, "false", False),
    ],
)
def test_what_can_be_meant_is_taken(coerce, given, typed):
    assert coerce(given) == typed
    assert type(coerce(given)) is type(typed)


@pytest.mark.parametrize(
    ("coerce", "given", "message"),
    [
        (as_string, 1.5, "expected a string, got the number 1.5"),
        (as_string, ["a"], "expected a string, got a list"),
        (as_integer, "3.5", "expected a whole number, got the string '3.5'"),
        (as_integer, {}, "expected a whole number, got a map"),
        (as_integer, float("inf"), "expected a whole number, got a number"),
        (as_number, "abc", "expected a number, got the string 'abc'"),
        (as_number, "nan", "expected a number, got the string 'nan'"),
        (as_number, "9" * 5000, "expected a number, got the string"),
        (as_number, [], "expected a number, got a list"),
        (as_boolean, 1, "expected true or false, got the number 1"),
        (as_boolean, "yes", "expected true or false, got the string 'yes'"),
    ],
)
def test_the_rest_is_described(coerce, given, message):
    with pytest.raises(Misfit) as caught:
        coerce(given)
    assert str(caught.value).startswith(message)


def test_a_number_too_long_to_print_is_no_string():
    with pytest.raises(Misfit, match="expected a string, got a number"):
        as_string(10**5000)


def test_a_fraction_for_a_string_wants_quotes():
    with pytest.raises(Misfit) as caught:
        as_string(2.10)
    assert caught.value.hint == "put it in quotes"


def test_a_comma_delimited_text_is_a_list_without_trimming():
    assert split("a, b") == ["a", " b"]
    assert split("") == []


def test_a_huge_value_is_not_quoted():
    assert len(describe("x" * 10_000)) < 80
    assert describe(10**5000) == "a number"
    assert describe(None) == "null"
    assert describe(True) == "the boolean true"
