from calor.core.errors import CalorError
from calor.core.schema.model import (
    Kind,
    Move,
    Property,
    Status,
    Support,
    Translation,
    TypeSchema,
)
from calor.core.schema.translation import property_at, translate, wanted
from calor.core.values import UNKNOWN
from tests.core.schema.test_properties import Notes

TEXT = Property(kind=Kind.STRING)
HIDDEN = Property(kind=Kind.STRING, support=Support(Status.HIDDEN))
PORT = TypeSchema(
    name="Port",
    properties={
        "network": TEXT,
        "network_id": HIDDEN,
        "fixed_ips": Property(
            kind=Kind.LIST,
            items=Property(kind=Kind.MAP, fields={"subnet": TEXT, "subnet_id": HIDDEN}),
        ),
    },
    translations=(
        Translation(move=Move.RESOLVE, path=("network",), lookup="neutron.network"),
        Translation(move=Move.REPLACE, path=("network",), source=("network_id",)),
        Translation(move=Move.REPLACE, path=("fixed_ips", "subnet"), source=("subnet_id",)),
        Translation(move=Move.RESOLVE, path=("fixed_ips", "subnet"), lookup="neutron.subnet"),
    ),
)


def type_with(*rules):
    return TypeSchema(name="T", translations=rules)


def moved(schema, given, find=None):
    notes = Notes()
    return translate(schema, given, notes, find), notes


def test_an_old_name_is_moved_and_remembered():
    given = {"network_id": "n", "fixed_ips": [{"subnet_id": "s"}, {"subnet": "t"}]}
    translated, notes = moved(PORT, given)
    assert translated.values == {"network": "n", "fixed_ips": [{"subnet": "s"}, {"subnet": "t"}]}
    assert translated.origin(("network",)) == ("network_id",)
    assert translated.origin(("fixed_ips", 0, "subnet")) == ("fixed_ips", 0, "subnet_id")
    assert translated.origin(("fixed_ips", 1, "subnet")) == ("fixed_ips", 1, "subnet")
    assert notes.error == []
    assert (
        ("network_id",),
        "the property 'network_id' is hidden",
        "use 'network'",
    ) in notes.warning


def test_what_was_given_stays_untouched():
    given = {"fixed_ips": [{"subnet_id": "s"}]}
    moved(PORT, given)
    assert given == {"fixed_ips": [{"subnet_id": "s"}]}


def test_both_names_are_an_error():
    _, notes = moved(PORT, {"network": "a", "network_id": "b"})
    message = "'network' and 'network_id' mean the same and cannot both be given"
    assert notes.error == [(("network_id",), message, "keep one of them")]


def test_an_empty_value_beside_the_other_name_is_no_error():
    translated, notes = moved(PORT, {"network": "a", "network_id": None})
    assert translated.values == {"network": "a"}
    assert notes.error == []


def test_an_explicit_null_is_moved_as_such():
    assert moved(PORT, {"network_id": None})[0].values == {"network": None}


def test_nothing_is_said_of_two_names_when_one_is_unknown():
    translated, notes = moved(PORT, {"network": UNKNOWN, "network_id": "b"})
    assert translated.values == {"network": UNKNOWN}
    assert notes.error == []


def test_names_become_ids_after_they_were_moved():
    given = {"network_id": "n", "fixed_ips": [{"subnet": "s"}, {"subnet": UNKNOWN}, UNKNOWN]}
    translated, _ = moved(PORT, given, lambda kind, name: f"{kind}/{name}")
    assert translated.values == {
        "network": "neutron.network/n",
        "fixed_ips": [{"subnet": "neutron.subnet/s"}, {"subnet": UNKNOWN}, UNKNOWN],
    }


def test_what_will_be_looked_up_is_known_beforehand():
    given = {"network_id": "n", "fixed_ips": [{"subnet": "s"}, {"subnet": ""}]}
    assert wanted(PORT, given) == {("neutron.network", "n"), ("neutron.subnet", "s")}


def test_a_name_that_is_not_found_is_noted():
    def find(kind, name):
        raise CalorError(f"no {kind} {name!r}")

    translated, notes = moved(PORT, {"network": "x"}, find)
    assert translated.values["network"] is UNKNOWN
    assert notes.error == [(("network",), "no neutron.network 'x'", None)]


def test_a_name_of_digits_is_looked_up_as_text():
    assert wanted(PORT, {"network": 42}) == {("neutron.network", "42")}
    assert wanted(PORT, {"network": 10**5000}) == set()


def test_each_name_of_a_list_is_resolved():
    schema = type_with(Translation(move=Move.RESOLVE, path=("groups",), lookup="keystone.group"))
    translated, _ = moved(schema, {"groups": ["a", "b"]}, lambda _, name: name.upper())
    assert translated.values == {"groups": ["A", "B"]}


def test_a_lookup_may_depend_on_a_property():
    schema = type_with(Translation(move=Move.RESOLVE, path=("id",), lookup="neutron.{kind}"))
    assert wanted(schema, {"id": "x", "kind": "network"}) == {("neutron.network", "x")}
    assert wanted(schema, {"id": "x", "kind": UNKNOWN}) == set()


def test_a_value_is_added_to_a_list():
    schema = type_with(Translation(move=Move.ADD, path=("all",), source=("one",)))
    assert moved(schema, {"all": ["a"], "one": "b"})[0].values == {"all": ["a", "b"]}
    assert moved(schema, {"one": ["b", "c"]})[0].values == {"all": ["b", "c"]}
    assert moved(schema, {"all": UNKNOWN, "one": "b"})[0].values == {"all": UNKNOWN}
    assert moved(schema, {"all": ["a"]})[0].values == {"all": ["a"]}


def test_a_value_becomes_the_field_of_a_map_that_is_added():
    rule = Translation(move=Move.ADD, path=("classes",), source=("class",), field="name")
    assert moved(type_with(rule), {"class": "digits"})[0].values == {
        "classes": [{"name": "digits"}]
    }
    assert moved(type_with(rule), {"class": None})[0].values == {}


def test_a_field_is_taken_out_of_a_map_that_is_dropped():
    schema = type_with(
        Translation(move=Move.DELETE, path=("tasks", "policies")),
        Translation(move=Move.REPLACE, path=("tasks", "retry"), source=("policies", "retry")),
    )
    given = {"tasks": [{"policies": {"retry": 3, "else": 1}}, {"policies": UNKNOWN}, {"retry": 1}]}
    assert moved(schema, given)[0].values == {"tasks": [{"retry": 3}, {}, {"retry": 1}]}


def test_a_value_of_the_wrong_kind_is_left_to_the_check():
    assert moved(PORT, {"fixed_ips": "oops"})[0].values == {"fixed_ips": "oops"}
    assert moved(PORT, {"network": {"a": 1}}, lambda *_: "id")[0].values == {"network": {"a": 1}}


def test_a_property_is_found_through_lists():
    assert property_at(PORT.properties, ("fixed_ips", "subnet")) is TEXT
    assert property_at(PORT.properties, ("fixed_ips", "nothing")) is None
    assert property_at(PORT.properties, ("network", "inside")) is None
