import pytest

from tests.core.document.asking import refusal


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("!Ref name", "templates have no tag '!Ref'; write {Ref: name}"),
        ("!GetAtt web.ip.v4", "'!GetAtt'; write {\"Fn::GetAtt\": [web, ip.v4]}"),
        ("!Join [',', [a]]", "'!Join'; write {\"Fn::Join\": ...}"),
        ("!get_param name", "'!get_param'; write {get_param: name}"),
        ("!get_attr [a, b]", "'!get_attr'; write {get_attr: ...}"),
        ("!Sub ''", "'!Sub'; write {\"Fn::Sub\": ...}"),
        ("!a/b x", "'!a/b'; leave the tag out"),
        ("!!python/object:os.system x", "'!!python/object:os.system' cannot stand on text"),
    ],
)
def test_short_forms_of_functions_are_written_out_for_the_author(text, hint):
    assert hint in refusal(f"a:\n  - {text}\n")
    assert refusal(f"a:\n  - {text}\n").startswith("web.yaml:2:5: ")


@pytest.mark.parametrize(
    "text", ["!!binary YQ==", "!!set {a}", "!!omap [a: 1]", "!!pairs [a: 1]", "!!set x"]
)
def test_types_that_json_lacks_are_refused(text):
    assert "templates cannot hold the type !!" in refusal(f"a: {text}")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("!!str {a: b}", "the tag '!!str' cannot stand on a map; leave the tag out"),
        ("!!map [a]", "the tag '!!map' cannot stand on a list"),
        ("!!seq x", "the tag '!!seq' cannot stand on text"),
    ],
)
def test_a_tag_has_to_fit_what_it_stands_on(text, words):
    assert words in refusal(f"a: {text}")
