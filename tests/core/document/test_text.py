import pytest

from calor.core.document.limits import Limits
from calor.core.document.parse import parse_document
from tests.core.document.asking import refusal


@pytest.mark.parametrize(
    "text", ["a: é", "\ufeffa: é", "a: é".encode(), b"\xef\xbb\xbfa: \xc3\xa9"]
)
def test_text_may_be_bytes_and_begin_with_a_byte_order_mark(text):
    document = parse_document(text)
    assert document.value == {"a": "é"}
    assert str(document.locate(("a",))) == "template:1:1"


def test_json_may_begin_with_a_byte_order_mark():
    document = parse_document('\ufeff{"a": 1}'.encode())
    assert str(document.locate(("a",))) == "template:1:2"


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"a: \xc3\xa9\r\nb: \xc3\xa9\xff", "web.yaml:2:5: the byte 0xff is not UTF-8"),
        (b'{"a": "\x80"}', "web.yaml:1:8: the byte 0x80 is not UTF-8"),
        ("a: b".encode("utf-16"), "web.yaml:1:1: the byte 0xff is not UTF-8"),
    ],
)
def test_bytes_that_are_not_utf8_are_located(raw, words):
    assert refusal(raw) == words + "; save the file as UTF-8"


@pytest.mark.parametrize("text", ["a: 1\nb: \ud800", '{"a":\n"b\udfff'])
def test_half_a_character_is_located(text):
    assert refusal(text).endswith("is half of a character; remove it")
    assert refusal(text).startswith("web.yaml:2:")


def test_the_limit_of_size_counts_bytes():
    limits = Limits(max_bytes=5)
    assert parse_document("a: é", limits=limits).value == {"a": "é"}
    for text in ("a: éé", "a: éé".encode()):
        assert "the text has 7 bytes, 5 are allowed" in refusal(text, limits)
