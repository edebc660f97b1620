import pytest

from calor.core.document.parse import parse_document
from tests.core.document.asking import refusal


def test_an_alias_is_the_very_object_of_its_anchor():
    value = parse_document("a: &a {x: [1]}\nb: *a\nc: [*a]\nd: &s text\n*s : *s\n").value
    assert value["b"] is value["a"]
    assert value["c"][0] is value["a"]
    assert value["text"] == "text"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: *b", "web.yaml:1:4: the alias '*b' has no anchor before it; quote text that begins"),
        ("a: *b\nb: &b 1", "web.yaml:1:4: the alias '*b' has no anchor before it"),
        ("a: &x 1\nb: &x 2", "web.yaml:2:4: the anchor '&x' is set twice"),
        ("a: &x [&x 1]", "web.yaml:1:8: the anchor '&x' is set twice"),
    ],
)
def test_each_alias_has_one_anchor_before_it(text, words):
    assert refusal(text).startswith(words)
