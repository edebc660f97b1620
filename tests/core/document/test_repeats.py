import pytest

from calor.core.document.parse import parse_document
from calor.core.source import Severity


def warnings(text):
    return [str(one) for one in parse_document(text, "f").repeated]


@pytest.mark.parametrize(
    "text",
    [
        "resources:\n - web: {}\n   db: {}\n   web: {a: 1}\n",
        '{"resources":\n[{"web": {}, "db": {},\n\n   "web": {"a": 1}}]}',
        '{"resources":\n[{"w\\u0065b": {}, "db": ":\\":",\n\n   "web": {"a": 1}}]}',
    ],
)
def test_a_key_written_twice_is_warned_of_and_the_last_one_counts(text):
    document = parse_document(text, "f")
    assert document.value["resources"][0]["web"] == {"a": 1}
    [warning] = document.repeated
    assert warning.severity is Severity.WARNING
    assert str(warning) == (
        "f:4:4: resources[0].web: the key 'web' is written twice in one map; "
        "the last one counts; an earlier one is on line 2"
    )


def test_keys_that_json_writes_alike_are_the_same_key():
    assert len(warnings("1: a\n'1': b\ntrue: c\nyes: d\n")) == 2


@pytest.mark.parametrize(
    "text",
    [
        "a: {b: 1}\nc: {b: 1}",
        '{"a": ":", "b": "\\":", "c": [{"a": 1}, {"a": 1}]}',
        "a: {<<: {b: 1}, b: 2}",
    ],
)
def test_what_only_looks_repeated_is_not_warned_of(text):
    assert warnings(text) == []


def test_a_repeated_key_in_a_part_that_itself_is_overwritten_has_no_path():
    assert [one.path for one in parse_document("a: {b: 1, b: 2}\na: 3").repeated] == [(), ("a",)]


@pytest.mark.parametrize("text", ["a: 1\n" * 5000, "{" + '"a": 1,' * 5000 + '"a": 1}'])
def test_warnings_are_not_endless(text):
    assert len(warnings(text)) == 100
