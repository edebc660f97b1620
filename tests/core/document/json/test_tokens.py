import pytest

from tests.core.document.asking import refusal


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"a": 1, \x01}', "1:10: the control character U+0001 is not allowed; remove it"),
        ('{"a": "b\x01"}', "1:9: the control character U+0001 is not allowed; remove it"),
        ('{"a": "b\\d", 1}', "1:9: this is no escape that JSON knows; write \\\\ for a backslash"),
        ('{"a": "b\n', "1:9: this string is not closed on its line; write \\n for a line break"),
        ('{"a": ["b', "1:8: this string is never closed"),
        ('{"a": [1', "1:9: the text ends where ',' or ']' should be; close what is open"),
        ('{"a": 1}\n}', "2:1: this stands after the end of the document; check the brackets"),
        (
            "{\"a\": 1, 'b' 2]",
            "1:10: expected a key in double quotes, found a single quote; JSON takes double",
        ),
        ('{"a": }]', "1:7: expected a value, found '}'"),
        ('{"a": [}', "1:8: expected a value, found '}'"),
    ],
)
def test_what_is_not_json_is_located(text, words):
    assert refusal(text).startswith(f"web.yaml:{words}")
