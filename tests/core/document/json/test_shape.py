import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calor.core.document.json.shape import JsonScanner
from calor.core.document.limits import LIMITS
from tests.core.document.asking import refusal, refusals
from tests.core.document.test_parse import NAMES, VALUES


def shape_of(value):
    if isinstance(value, dict):
        return {key: shape_of(item) for key, item in value.items()}
    return [shape_of(item) for item in value] if isinstance(value, list) else None


@given(st.dictionaries(NAMES, VALUES, max_size=4), st.sampled_from([None, 1]), st.booleans())
def test_the_shape_is_that_of_the_value(value, indent, ascii_only):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    scanner = JsonScanner(text, "f", LIMITS)
    assert scanner.scan() == shape_of(value)
    assert scanner.repeats == []
    assert scanner.refused == []


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1.5E+400"])
def test_json_numbers_that_are_not_finite_are_refused(number):
    assert refusal(f'{{"a": [0,\n {number}]}}') == (
        f"web.yaml:2:2: '{number}' is not a finite number; templates have no others; "
        "put it in quotes if it is text"
    )


def test_many_such_numbers_are_refused_as_well():
    assert len(refusals('{"a": [' + "NaN," * 1000 + "NaN]}")) == 20


def test_an_endless_integer_in_json_is_refused():
    assert "web.yaml:1:7: the number '11111" in refusal(f'{{"a": {"1" * 4301}}}')


def test_half_an_escaped_character_is_refused():
    assert refusal('{"a": "\\ud800"}').startswith("web.yaml:1:7: a \\u escape here is half of")
