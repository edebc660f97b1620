import json
import math

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from calor.core.document.parse import parse_document
from calor.core.document.yaml.scalars import key_text
from calor.core.errors import InvalidTemplate
from tests.core.document.asking import refusal, refusals


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("<<: {a: 1, b: 1}\nb: 2", {"a": 1, "b": 2}),
        ("b: 2\n<<: {a: 1, b: 1}", {"a": 1, "b": 2}),
        ("<<: [{a: 1}, {a: 2, b: 2}]", {"a": 1, "b": 2}),
        ("<<: {a: 1}\n!!merge x: {a: 2}", {"a": 2}),
        ("<<: {<<: {a: 1, b: 1}, b: 2}\nc: 3", {"a": 1, "b": 2, "c": 3}),
        ("'<<': {a: 1}", {"<<": {"a": 1}}),
        ("<<: []", {}),
    ],
)
def test_maps_are_merged_and_their_own_keys_win(text, value):
    assert parse_document(text).value == value


@pytest.mark.parametrize("text", ["<<: 3", "<<:", "<<: [a]", "<<: [[]]"])
def test_only_maps_can_be_merged(text):
    assert "'<<' takes a map or a list of maps" in refusal(text)


def test_the_merge_sign_is_no_value():
    assert refusal("x: <<") == (
        "web.yaml:1:4: '<<' merges maps and can only be a key; put it in quotes if it is text"
    )


@pytest.mark.parametrize(("text", "kind"), [("? [a]\n: b", "list"), ("x: {{ y }}", "map")])
def test_maps_and_lists_cannot_be_keys(text, kind):
    assert f"a {kind} cannot be a key; quote text that begins with" in refusal(text)


def test_one_stream_holds_one_document():
    assert refusal("a: 1\n---\nb: 2") == (
        "web.yaml:2:1: a second document begins here; a file holds only one"
    )
    assert parse_document("---\na: 1\n...\n").value == {"a": 1}


class Reference(yaml.CSafeLoader):
    """PyYAML with what calor means to do otherwise: dates and `=` as text, keys as in JSON."""


def construct_map(loader, node):
    loader.flatten_mapping(node)
    items = [
        (loader.construct_object(key, deep=True), loader.construct_object(item, deep=True))
        for key, item in node.value
    ]
    return {reference_key(key): item for key, item in items}


def reference_key(key):
    if isinstance(key, dict | list):
        raise yaml.YAMLError("a container as a key")
    return key_text(key)


def construct_text(loader, node):
    return loader.construct_yaml_str(node)


def construct_float(loader, node):
    number = loader.construct_yaml_float(node)
    if not math.isfinite(number):
        raise yaml.YAMLError("not finite")
    return number


Reference.add_constructor("tag:yaml.org,2002:map", construct_map)
Reference.add_constructor("tag:yaml.org,2002:float", construct_float)
for name in ("timestamp", "value"):
    Reference.add_constructor("tag:yaml.org,2002:" + name, construct_text)


def by_pyyaml(text):
    """Return what PyYAML makes of a text, None where it refuses it."""
    try:
        value = Reference(text).get_single_data()
    except (yaml.YAMLError, ValueError, LookupError):
        return None
    return json.dumps({} if value is None else value)


def by_calor(text):
    try:
        return json.dumps(parse_document(text).value)
    except InvalidTemplate:
        return None


@given(st.text("0123456789+-._:xXbBoeEfa~=<>yYnNtTuUlLsSrR", max_size=8))
@example("0b")
@example("190:20:30.15")
@example("+.inf")
@example("-_1")
@example("=")
def test_plain_scalars_are_read_as_by_pyyaml(text):
    assert by_calor(f"a: {text}\n") == by_pyyaml(f"a: {text}\n")
    assert by_calor(f"{text}: a\n") == by_pyyaml(f"{text}: a\n")


PIECES = [
    *["a", "b", "1", "yes", "1.0", "~", "''", '"x"', "2013-05-23", "|\n x\n", ">-\n y\n"],
    *["&x ", "&y ", "*x", "*y", "<<", "? ", "!!str ", "!!int ", "! ", "\n---\n", "\n...\n", "#c\n"],
    *["{", "}", "[", "]", ",", ": ", ":", "- ", "\n", "\n  ", "\n    ", " "],
]


@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
@example("a: &x {b: 1}\nc: {<<: *x, b: 2}\nd: [*x, *x]\n")
@example("a: &x {b: 1, c: 2}\ne: &y {b: 3}\nf:\n  <<: [*x, *y]\n  d: 4\n")
def test_documents_are_read_as_by_pyyaml(text):
    expected = by_pyyaml(text)
    assert by_calor(text) == (expected if expected and expected.startswith("{") else None)


NAMES = st.text(max_size=6) | st.sampled_from(["yes", "1", "<<", "=", "2013-05-23", "", "~"])
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(-1e9, 1e9) | NAMES
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(SCALARS, inner, max_size=4),
    max_leaves=15,
)


@given(
    st.dictionaries(NAMES, VALUES, max_size=4), st.sampled_from([True, False, None]), st.booleans()
)
def test_what_pyyaml_writes_is_read_as_by_pyyaml(value, flow, unicode):
    text = yaml.safe_dump(value, default_flow_style=flow, allow_unicode=unicode, sort_keys=False)
    expected = by_pyyaml(text)
    assert expected is not None
    assert by_calor(text) == expected


def test_tags_are_refused_together():
    assert refusals("a: !Ref b\nc: !!binary YQ==\n") == [
        "web.yaml:1:4: templates have no tag '!Ref'; write {Ref: b}",
        "web.yaml:2:4: templates cannot hold the type !!binary; write it as text, a list or a map",
    ]
