import pytest

from tests.core.document.asking import refusal

TABS = "tabs cannot indent YAML; use spaces"
INDENTATION = "check the indentation of this line and of those before it"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a:\n\tb: 1", f"2:1: {TABS}"),
        ("a:\n  b: 1\n  \tc: 2", f"3:3: {TABS}"),
        ("a: 1\n\tb: 2", f"2:1: {TABS}"),
        ("a: |\n  x\n\ty", f"3:1: {TABS}"),
        ("a: |\n\tx", f"2:1: {TABS}"),
        ('a: 1\nb: "x\nc: 2\n', '2:4: the quote " that opens here is never closed'),
        ("a: 'x", "1:4: the quote ' that opens here is never closed"),
        ("a: [1, 2\n", "1:4: the bracket [ that opens here is never closed"),
        ("a: {b: 2\n\n", "1:4: the bracket { that opens here is never closed"),
        ("a: [1, 2\nb: 3", "2:2: expected ',' or ']' in what opens on line 1"),
        ("a:\n  b: 1\n c: 2", f"3:2: this does not fit the map it stands in; {INDENTATION}"),
        ("a: 1\n- b", f"2:1: this does not fit the map it stands in; {INDENTATION}"),
        ("- a\nb: 1", f"2:1: this does not fit the list it stands in; {INDENTATION}"),
        ("a: b: c", "1:5: a ':' cannot stand here; quote the text if it belongs to it"),
        ("a: 1\nb\nc: 2", "2:1: this line has no ':'; write 'key: value'"),
        ("a: - b", "1:4: a list item '- ' cannot stand here; begin the list on a line of its own"),
        ("a: @x", "1:4: text cannot begin with @; put it in quotes"),
        ("a: %x", "1:4: text cannot begin with %; put it in quotes"),
        ("a: * * *", "1:5: '*' begins an alias and '&' an anchor, and a name must follow"),
        ("a: ]", "1:4: a value is missing here; quote text that begins with a special character"),
        ('a: "\\d"', "1:5: the double-quoted text has an unknown escape; write \\\\ for a backsl"),
        ("a: !x!y z", "1:4: this tag is not known; leave the tag out"),
        ("a\nb: c", "2:2: a ':' cannot stand here"),
        ('a: "x\n---\n', "2:1: '---' or '...' ends the document inside quoted text"),
        ("{a: b} c", "1:8: this stands after the end of the document"),
        ("%YAML 3.0\n---\na: 1", "1:1: found incompatible YAML document"),
        ("a: b\nc: d\x07", "2:5: the control character U+0007 is not allowed; remove it"),
        ("a: \x7f", "1:4: the control character U+007F is not allowed"),
        ("a: \uffff", "1:4: the control character U+FFFF is not allowed"),
    ],
)
def test_syntax_errors_say_where_and_what_to_do(text, words):
    assert refusal(text).startswith(f"web.yaml:{words}")
