"""Texts made to hurt: each is refused at once, or costs no more than its length."""

import pytest

from calor.core.document.limits import Limits
from calor.core.document.parse import parse_document
from tests.core.document.asking import refusal, refusals

DEEP = 10_000
LONG = 1_000_000
TOO_DEEP = {
    "json maps": '{"a":' * DEEP + "1" + "}" * DEEP,
    "json lists": '{"a":' + "[" * DEEP + "]" * DEEP + "}",
    "unclosed json": '{"a":' * DEEP,
    "json of middling depth": '{"a":' * 101 + "1" + "}" * 101,
    "flow lists": "a: " + "[" * DEEP + "]" * DEEP,
    "flow maps": "{a: " * DEEP + "}" * DEEP,
    "unclosed flow": "[" * LONG,
    "block lists": "- " * LONG,
    "block keys": "? " * LONG,
    "block maps": "".join(" " * level + "a:\n" for level in range(1000)),
    "aliases": "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 200)),
    "merges": "a0: &a0 {k: x}\n"
    + "".join(f"a{n}: &a{n} {{<<: {{k: *a{n - 1}}}}}\n" for n in range(1, 200)),
}


@pytest.mark.parametrize("text", TOO_DEEP.values(), ids=TOO_DEEP)
def test_deep_nesting_is_refused(text):
    assert refusal(text).endswith(": nested more than 100 levels deep")


def test_depth_counts_containers_in_json_and_yaml_alike():
    limits = Limits(depth=3)
    for text in ('{"a": [{"b": 1}]}', "a: [{b: 1}]", "x: &x {b: 1}\na: [*x]"):
        assert parse_document(text, limits=limits).value
    for text in ('{"a": [[{"b": 1}]]}', "a: [[{b: 1}]]", "x: &x {b: 1}\na: [[*x]]"):
        assert "more than 3 levels" in refusal(text, limits)


def test_a_limit_of_depth_beyond_python_s_own_is_harmless():
    for text in ("a: " + "[" * DEEP + "]" * DEEP, TOO_DEEP["json lists"]):
        assert "nested too deeply" in refusal(text, Limits(depth=DEEP * 2))


LAUGHS = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 10)
)
TOO_LARGE = {
    "a billion laughs": LAUGHS,
    "a quadratic blowup": "a: &a [" + "x," * 5000 + "]\nb: [" + "*a," * 5000 + "]",
    "a long text again and again": f"a: &a {'x' * LONG}\nb: [" + "*a," * 50_000 + "]",
    "a long text in a list": f"a: &a [{'x' * LONG}]\nb: [" + "*a," * 50_000 + "]",
    "merges of a large map": "a: &a {"
    + ",".join(f"k{n}: 1" for n in range(2000))
    + "}\nb:\n  <<: ["
    + "*a," * 5000
    + "]",
}


@pytest.mark.parametrize("text", TOO_LARGE.values(), ids=TOO_LARGE)
def test_aliases_are_counted_as_the_copies_they_stand_for(text):
    assert "grows to more than 1000000 values here; use fewer aliases" in refusal(text)


def test_few_aliases_of_small_things_are_free():
    text = "a: &a {b: [1, 2]}\nc: [" + "*a," * 10_000 + "]"
    assert len(parse_document(text).value["c"]) == 10_000


@pytest.mark.parametrize("text", ["a: [1, 2, 3, 4]", '{"a": [1, 2, 3, 4]}'])
def test_values_are_counted_in_json_and_yaml_alike(text):
    assert parse_document(text, limits=Limits(nodes=5)).value
    assert "more than 4 values" in refusal(text, Limits(nodes=4))


@pytest.mark.parametrize("text", ["a: &a [*a]", "a: &a {b: {c: *a}}", "&a {<<: *a}", "&a {*a : 1}"])
def test_no_value_can_hold_itself(text):
    assert "the alias '*a' stands inside its own anchor" in refusals(text)[0]


LONG_SCALARS = {
    "plain": "a: " + "x" * LONG,
    "json": '{"a": "' + "x" * LONG + '"}',
    "lines": "a: |\n" + " x\n" * 500_000,
}


@pytest.mark.parametrize("text", LONG_SCALARS.values(), ids=LONG_SCALARS)
def test_a_long_scalar_is_fine(text):
    assert len(parse_document(text).value["a"]) >= LONG


NUMBERS = {
    "decimal": "1" * LONG,
    "just too long": "1" * 4301,
    "hexadecimal": "0x" + "f" * LONG,
    "shorter in hexadecimal": "0x" + "f" * 4000,
    "binary": "0b" + "1" * LONG,
    "octal": "0" + "7" * LONG,
    "sexagesimal": "1" + ":30" * 300_000,
    "float": "1." + "0" * LONG,
    "tagged": "!!int " + "1" * LONG,
}


@pytest.mark.parametrize("number", NUMBERS.values(), ids=NUMBERS)
def test_endless_numbers_are_refused_shortly(number):
    words = refusal(f"a: {number}")
    assert words.startswith("web.yaml:1:4: the number '")
    assert len(words) < 120


def test_the_longest_numbers_can_be_keys():
    [key] = parse_document(f"? {'9' * 4300}\n: x").value
    assert key == "9" * 4300


FLOODS = {
    "tag directives": "".join(f"%TAG !a{n}! x\n" for n in range(60_000)) + "--- a\n",
    "a long tag prefix": f"%TAG !e! {'x' * 500_000}\n---\n" + "- !e!a\n" * 50_000,
    "a long tag": f"a: !<{'x' * LONG}> b",
    "a long anchor": f"a: &{'x' * LONG} b\nc: &{'x' * LONG} b",
    "a long alias": f"a: *{'x' * LONG}",
    "an unclosed quote": 'a: "' + "x\n" * 500_000,
    "an unclosed json string": '{"a": "' + "x" * LONG,
    "backslashes": '{"a": "' + "\\" * LONG,
    "documents": "---\n" * 200_000,
    "unknown aliases": "[" + "*a," * 200_000 + "]",
    "control characters": "a: " + "\x01" * LONG,
    "escapes": 'a: "' + "\\u0041" * 100_000,
}


@pytest.mark.parametrize("text", FLOODS.values(), ids=FLOODS)
def test_floods_are_refused_in_few_words(text):
    assert all(len(words) < 300 for words in refusals(text))
