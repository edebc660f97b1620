import msgspec
import pytest

from calor.core.schema.constraints import Length, Range
from calor.core.schema.model import SHOW, Move, Status, Support, Translation
from calor.resources.catalogue.entries import TypeEntry


def schema(text):
    return msgspec.json.decode(text, type=TypeEntry).schema("T")


def test_an_empty_entry_is_a_type_without_properties():
    assert schema("{}").attributes == {"show": SHOW}


def test_a_hidden_type_has_no_show():
    assert schema('{"support": {"status": "HIDDEN"}}').attributes == {}


@pytest.mark.parametrize(
    "text",
    [
        '{"propertys": {}}',
        '{"properties": {"a": {"type": "Text"}}}',
        '{"properties": {"a": {"type": "Map", "schema": {"b": {}}}}}',
        '{"properties": {"a": {"type": "List", "items": {"type": "Map", "extra": 1}}}}',
        '{"properties": {"a": {"type": "List", "constraints": [{"size": 1}]}}}',
        '{"translation": [{"op": "guess", "path": ["a"]}]}',
    ],
)
def test_a_misspelt_entry_is_refused(text):
    with pytest.raises(msgspec.ValidationError):
        schema(text)


def test_bounds_stay_whole():
    known = schema(
        '{"properties": {"a": {"type": "Number", "constraints":'
        ' [{"range": {"min": 1, "max": 2.5}}, {"length": {"max": 3}}]}}}'
    )
    assert known.properties["a"].constraints == (Range(low=1, high=2.5), Length(high=3))
    assert str(known.properties["a"].constraints[0]).count("low=1,") == 1


def test_history_is_a_chain():
    known = schema(
        '{"support": {"status": "HIDDEN", "since": "3", "history":'
        ' [{"status": "DEPRECATED", "since": "2"}, {"status": "SUPPORTED", "since": "1"}]}}'
    )
    first = Support(Status.SUPPORTED, "1")
    assert known.support == Support(
        Status.HIDDEN, "3", previous=Support(Status.DEPRECATED, "2", previous=first)
    )


def test_a_rule_is_read():
    known = schema('{"translation": [{"op": "replace", "path": ["a", "b"], "from": ["c"]}]}')
    assert known.translations == (Translation(move=Move.REPLACE, path=("a", "b"), source=("c",)),)
