"""Schemas as tables."""

import re

from calor.api.discovery.shapes import kind_of, shape_of, text_of

DOCUMENT = {
    "components": {
        "schemas": {
            "Fleet": {
                "type": "object",
                "required": ["name"],
                "properties": {
                    "name": {"type": "string", "description": "Its <name>."},
                    "ships": {"type": "array", "items": {"$ref": "#/components/schemas/Ship"}},
                },
            },
            "Ship": {
                "type": "object",
                "properties": {"fleet": {"$ref": "#/components/schemas/Fleet"}},
            },
        }
    }
}


def test_kinds_have_plain_names():
    assert kind_of({"type": "object"}, DOCUMENT) == "map"
    assert kind_of({}, DOCUMENT) == "any"
    assert kind_of({"enum": ["a", "b"]}, DOCUMENT) == "a | b"
    assert kind_of({"type": "array", "items": {"type": "string"}}, DOCUMENT) == "list of string"
    either = {"anyOf": [{"type": "string"}, {"type": "object"}, {"type": "null"}]}
    assert kind_of(either, DOCUMENT) == "string or map"


def test_fields_are_told_with_those_inside_them_and_not_for_ever():
    shape = shape_of({"$ref": "#/components/schemas/Fleet"}, DOCUMENT)
    assert "Its &lt;name&gt;." in shape
    assert shape.count('class="required"') >= 1
    assert re.findall(r'class="d(\d)"><code>fleet', shape) == ["1"]
    assert shape.count("<table") == 1


def test_code_stands_between_backticks():
    assert text_of("give `<a>` twice") == "give <code>&lt;a&gt;</code> twice"
