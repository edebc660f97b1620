from calor.core.schema.model import Move, Translation, TypeSchema
from calor.core.schema.typed import typed_properties
from calor.core.values import UNKNOWN
from tests.core.schema.test_properties import Notes
from tests.core.schema.test_translation import HIDDEN, PORT, TEXT


def test_a_problem_stands_where_the_author_wrote_the_value():
    notes = Notes()
    typed = typed_properties(PORT, {"network_id": [], "fixed_ips": [{"subnet_id": {}}]}, notes)
    assert [path for path, _, _ in notes.error] == [("fixed_ips", 0, "subnet_id"), ("network_id",)]
    assert typed == {"network": UNKNOWN, "fixed_ips": [{"subnet": UNKNOWN}]}


def test_a_type_without_rules_is_only_checked():
    notes = Notes()
    assert typed_properties(TypeSchema(name="T"), {"a": 1}, notes) == {}
    assert [message for _, message, _ in notes.error] == ["unknown property 'a'"]


def test_a_placeholder_takes_anything_and_keeps_nothing():
    notes = Notes()
    assert typed_properties(TypeSchema(name="T", placeholder=True), {"a": 1}, notes) == {}
    assert notes == []


def test_nothing_is_said_of_a_name_the_author_did_not_use():
    zone = TypeSchema(
        name="Zone",
        properties={"masters": HIDDEN, "primaries": TEXT},
        translations=(Translation(move=Move.REPLACE, path=("masters",), source=("primaries",)),),
    )
    notes = Notes()
    assert typed_properties(zone, {"primaries": "a"}, notes) == {"masters": "a"}
    assert notes == []
    typed_properties(zone, {"masters": "a"}, notes)
    assert [message for _, message, _ in notes.warning] == ["the property 'masters' is hidden"]
