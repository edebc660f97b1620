import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.template.trial import CFN, error_of, value_of


def replaced(template, params, function="str_replace", version="2021-04-16"):
    return value_of({function: {"template": template, "params": params}}, version)


def refused(template, params, function="str_replace", version="2021-04-16"):
    return error_of({function: {"template": template, "params": params}}, version)


def test_longer_placeholders_come_first_wherever_they_stand():
    assert replaced("abcd", {"ab": "1", "bcd": "2"}) == "a2"
    assert replaced("aab", {"ab": "1", "aa": "2"}) == "2b"


def test_what_was_filled_in_is_never_replaced_again():
    assert replaced("a b", {"a": "b", "b": "a"}) == "b a"


def test_of_equally_long_placeholders_the_first_of_the_alphabet_comes_first():
    assert replaced("xaaax", {"xa": "1", "aa": "2"}) == "x2ax"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (True, "True"),
        (5, "5"),
        (1.50, "1.5"),
        ({"b": [1, None], "a": True}, '{"a": true, "b": [1, null]}'),
        (["é"], '["\\u00e9"]'),
    ],
)
def test_values_are_written_as_text(value, text):
    assert replaced("<x>", {"x": value}) == f"<{text}>"


def test_early_versions_take_scalars_only():
    assert replaced("x", {"x": 1}, version="2013-05-23") == "1"
    assert "not map (param 'x')" in refused("x", {"x": {}}, version="2015-04-30")
    assert "not list (param 'x')" in error_of({"Fn::Replace": [{"x": []}, "x"]}, CFN)


def test_fn_replace_takes_params_first():
    assert value_of({"Fn::Replace": [{"x": "y"}, "axa"]}, CFN) == "aya"


def test_strict_wants_every_placeholder_in_the_template():
    assert replaced("a", {"a": ""}, "str_replace_strict") == ""
    assert refused("abc", {"abc": "1", "b": "2"}, "str_replace_strict").endswith("template: 'b'")


@pytest.mark.parametrize("empty", [None, "", [], {}])
def test_very_strict_wants_values(empty):
    assert "neither be null nor empty" in refused("x", {"x": empty}, "str_replace_vstrict")


@pytest.mark.parametrize("value", [0, False, "v", [0]])
def test_very_strict_takes_zero_and_false_for_values(value):
    assert replaced("x", {"x": value}, "str_replace_vstrict")


@pytest.mark.parametrize(
    ("template", "params", "message"),
    [
        (5, {}, "the template must be a string, not number"),
        ("x", [], "params must be a map, not list"),
        ("x", {"": "y"}, "not empty"),
        ("x" * 100_000, {"x": "y" * 1000}, "longer than"),
        ("x" * 100_000, {str(n): "" for n in range(20_000)}, "too many params"),
    ],
)
def test_refused(template, params, message):
    assert message in refused(template, params)


def by_splitting(text, params):
    """Replace as the rule is told: split at the longest placeholder, go on inside the pieces."""
    if not params:
        return text
    first = min(params, key=lambda one: (-len(one), one))
    rest = {key: value for key, value in params.items() if key != first}
    return params[first].join(by_splitting(piece, rest) for piece in text.split(first))


@given(
    st.text("ab", max_size=30),
    st.dictionaries(st.text("ab", min_size=1, max_size=4), st.text("abX", max_size=2), max_size=5),
)
def test_one_pass_gives_what_splitting_piece_by_piece_gives(text, params):
    assert replaced(text, params) == by_splitting(text, params)
