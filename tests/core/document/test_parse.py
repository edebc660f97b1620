import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calor.core.document.marked import Map
from calor.core.document.parse import parse_document
from calor.core.errors import InvalidTemplate
from tests.core.document.asking import refusal, refusals


@pytest.mark.parametrize("text", ["", "   \n", "# only a comment\n", "---\n", "~"])
def test_an_empty_document_is_an_empty_map(text):
    document = parse_document(text)
    assert document.value == {}
    assert document.locate(("resources",)).line == 1


@pytest.mark.parametrize(
    ("text", "kind"), [("[1, 2]", "list"), ("- a", "list"), ("hello", "string"), ("12", "number")]
)
def test_the_top_level_has_to_be_a_map(text, kind):
    assert refusal(text) == (
        f"web.yaml:1:1: the document is a {kind}; "
        "it has to be a map, with keys such as heat_template_version"
    )


def test_json_objects_are_read_as_json():
    document = parse_document(' {"a": [1, 2.5, "yes", null, true], "b": "\\u00e9"}\n')
    assert document.value == {"a": [1, 2.5, "yes", None, True], "b": "é"}
    assert not isinstance(document.value, Map)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{a: yes, b: [c]}", {"a": True, "b": ["c"]}),
        ('{"a": 1,}', {"a": 1}),
        ('{"a": "two\n lines"}', {"a": "two lines"}),
        ('{"a": 1} # said of it', {"a": 1}),
        ("{a: NaN}", {"a": "NaN"}),
    ],
)
def test_what_begins_as_json_but_is_none_is_read_as_yaml(text, value):
    assert parse_document(text).value == value


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"a" 1}', "web.yaml:1:6: expected ':' after the key, found '1'"),
        ('{"a": [1, 2}', "web.yaml:1:12: expected ',' or ']', found '}'"),
        ('{\n "a": 1\n "b": 2\n}', "web.yaml:3:2: expected ',' or '}', found '\"b\"'"),
        ("{a: 1", "web.yaml:1:1: the bracket { that opens here is never closed"),
        ('{"a": 1,\nb: {},\nc: [2', "web.yaml:3:4: the bracket [ that opens here is never closed"),
        ('{"a": !Ref b}', "web.yaml:1:7: expected a value, found '!'"),
    ],
)
def test_where_neither_json_nor_yaml_is_right_the_better_error_is_told(text, words):
    assert refusal(text) == words


def test_a_document_opens_a_report_with_its_warnings():
    report = parse_document("a: 1\na: 2\n").report()
    assert [str(problem.position) for problem in report.problems] == ["template:2:1"]
    report.error(("a",), "is wrong")
    assert str(report.errors[0]) == "template:2:1: a: is wrong"


def test_all_mistakes_are_told_at_once():
    assert len(refusals("a: !Ref b\nc: .nan\n? [d]\n: e\nf: [")) == 4
    assert len(refusals("- !Ref b\n" * 1000)) == 20


NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=8)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | NAMES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(NAMES, VALUES, max_size=4), st.sampled_from([None, 1]))
def test_what_json_writes_is_read_back(value, indent):
    document = parse_document(json.dumps(value, indent=indent))
    assert json.dumps(document.value) == json.dumps(value)
    assert document.repeated == ()


SPECIAL = "{}[]:,-?&*!|>'\"%@`#~<=. \n\t\r01aby_\\/\ufeff\x85\u2028é\x00\x07"
TEXTS = st.text() | st.text(SPECIAL) | st.text("{}[]:,\"' \\au019-.eE\n").map("{".__add__)


def problems_of(text):
    """Return the problems of a text; any other exception is a failure."""
    try:
        document = parse_document(text)
    except InvalidTemplate as refused:
        return refused.problems
    assert document.locate(("a", 0, "b")) is not None
    return document.repeated


@given(TEXTS | st.binary())
def test_nothing_but_refusals_escapes_for_any_text(text):
    assert all(problem.position for problem in problems_of(text))


TEMPLATE = """\
heat_template_version: 2018-08-31
resources:
  web: &web
    type: OS::Nova::Server
    properties: {name: 'a', networks: [{network: "x"}], count: 012}
  other:
    <<: *web
    # nothing
    metadata: |
      text
"""


@given(st.text(SPECIAL, max_size=3), st.integers(0, len(TEMPLATE)))
def test_nothing_but_refusals_escapes_for_a_template_with_a_slip(slip, at):
    assert all(problem.position for problem in problems_of(TEMPLATE[:at] + slip + TEMPLATE[at:]))
