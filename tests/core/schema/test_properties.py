import pytest

from calor.core.schema.constraints import AllowedValues, Custom, Length, Range, anything
from calor.core.schema.model import Kind, Property, Status, Support
from calor.core.schema.properties import changed, check_properties
from calor.core.source import Path, Severity
from calor.core.values import ABSENT, UNKNOWN

ROUTE = {
    "destination": Property(kind=Kind.STRING, required=True),
    "metric": Property(kind=Kind.INTEGER, default=1, constraints=(Range(low=1),)),
}
SCHEMA = {
    "name": Property(kind=Kind.STRING, constraints=(Length(low=1, high=10),)),
    "size": Property(kind=Kind.INTEGER, required=True),
    "enabled": Property(kind=Kind.BOOLEAN, default=True),
    "routes": Property(
        kind=Kind.LIST,
        constraints=(Length(high=2),),
        items=Property(kind=Kind.MAP, fields=ROUTE),
    ),
    "tags": Property(kind=Kind.MAP),
    "old": Property(kind=Kind.STRING, support=Support(Status.DEPRECATED, "5.0.0", "use name")),
    "planned": Property(kind=Kind.STRING, implemented=False),
}


class Notes(list[tuple[Severity, Path, str, str | None]]):
    def __call__(self, severity, path, message, hint):
        self.append((severity, path, message, hint() if callable(hint) else hint))

    def __getattr__(self, name):
        wanted = Severity[name.upper()]
        return [one[1:] for one in self if one[0] is wanted]


def check(given, schema=SCHEMA, lookup=anything):
    notes = Notes()
    return check_properties(schema, given, notes, lookup), notes


def one(kind, **details):
    return {"it": Property(kind=kind, **details)}


def test_values_get_their_types_and_defaults_at_every_level():
    typed, notes = check({"size": "5", "name": 7, "routes": [{"destination": "a"}]})
    assert typed == {
        "size": 5,
        "name": "7",
        "enabled": True,
        "routes": [{"destination": "a", "metric": 1}],
    }
    assert notes == []


def test_everything_wrong_is_noted_at_once():
    _, notes = check(
        {
            "name": "",
            "enabled": "maybe",
            "routes": [{"metric": 0}, {"destination": [], "nexthop": "b"}],
            "nmae": "x",
        }
    )
    assert notes.error == [
        (("name",), "length 0 is out of range (min 1, max 10)", None),
        (("enabled",), "expected true or false, got the string 'maybe'", None),
        (("routes", 0, "metric"), "0 is out of range (min 1)", None),
        (("routes", 0), "the required property 'destination' is missing", None),
        (("routes", 1, "destination"), "expected a string, got a list", None),
        (
            ("routes", 1, "nexthop"),
            "unknown property 'nexthop'",
            "there are destination, metric",
        ),
        (("nmae",), "unknown property 'nmae'", "did you mean 'name'?"),
        ((), "the required property 'size' is missing", None),
    ]


@pytest.mark.parametrize(
    ("kind", "empty"),
    [
        (Kind.STRING, ""),
        (Kind.INTEGER, 0),
        (Kind.NUMBER, 0),
        (Kind.BOOLEAN, False),
        (Kind.MAP, {}),
        (Kind.LIST, []),
        (Kind.ANY, None),
    ],
)
def test_null_is_the_empty_value_and_satisfies_required(kind, empty):
    typed, notes = check({"it": None}, one(kind, required=True))
    assert (typed, notes) == ({"it": empty}, [])


def test_null_is_the_default_where_there_is_one():
    assert check({"it": None}, one(Kind.STRING, default="x")) == ({"it": "x"}, [])


def test_an_absent_value_is_as_if_not_given():
    typed, notes = check({"it": ABSENT}, one(Kind.STRING, required=True))
    assert typed == {}
    assert notes.error == [((), "the required property 'it' is missing", None)]


def test_nothing_is_said_about_an_unknown_value():
    given = {"size": UNKNOWN, "name": UNKNOWN, "routes": [UNKNOWN, {"destination": UNKNOWN}]}
    typed, notes = check(given)
    assert notes == []
    assert typed["routes"] == [UNKNOWN, {"destination": UNKNOWN, "metric": 1}]
    assert typed["size"] is UNKNOWN


def test_a_constraint_is_not_asked_about_a_value_that_is_partly_unknown():
    schema = one(Kind.LIST, constraints=(AllowedValues(allowed=("a",)),))
    assert check({"it": ["b", UNKNOWN]}, schema)[1] == []


def test_a_wrong_value_becomes_unknown():
    typed, _ = check({"size": "abc", "name": "much too long"})
    assert typed["size"] is UNKNOWN
    assert typed["name"] is UNKNOWN


def test_a_map_without_fields_takes_any_key():
    assert check({"size": 1, "tags": {"a": [1]}})[0]["tags"] == {"a": [1]}


def test_maps_and_lists_are_strict():
    _, notes = check({"size": 1, "tags": "a=b", "routes": "x,y"})
    assert [message for _, message, _ in notes.error] == [
        "expected a map, got the string 'a=b'",
        "expected a list, got the string 'x,y'",
    ]


def test_convertible_properties_take_what_a_parameter_takes():
    convertible = {
        "list": Property(kind=Kind.LIST, convertible=True),
        "map": Property(kind=Kind.MAP, convertible=True),
    }
    given = {"list": "a,b", "map": [{"a": 1}]}
    assert check(given, convertible) == ({"list": ["a", "b"], "map": [{"a": 1}]}, [])
    assert check({"map": '{"a": 1}'}, convertible) == ({"map": '{"a": 1}'}, [])
    assert check({"map": 5}, convertible)[1].error


def test_an_unimplemented_property_is_refused():
    assert check({"size": 1, "planned": "x"})[1].error == [
        (("planned",), "the property 'planned' is not implemented", "leave it out")
    ]


def test_a_deprecated_property_is_a_warning():
    _, notes = check({"size": 1, "old": "x"})
    assert notes.warning == [(("old",), "the property 'old' is deprecated since 5.0.0", "use name")]
    assert notes.error == []


def test_a_fraction_cut_off_is_a_warning():
    typed, notes = check({"size": 3.7})
    assert typed["size"] == 3
    assert notes.warning == [(("size",), "3.7 is cut off to 3", None)]


def test_custom_constraints_are_looked_up():
    schema = one(Kind.STRING, constraints=(Custom(name="nova.flavor"),))
    _, notes = check({"it": "tinny"}, schema, lambda name, value: f"no {name} {value!r}")
    assert notes.error == [(("it",), "no nova.flavor 'tinny'", None)]


def test_many_unknown_properties_are_summed_up():
    _, notes = check({"size": 1, **{f"x{number}": 1 for number in range(1000)}})
    assert len(notes) == 21
    assert notes.error[-1][1] == "980 more unknown properties"


def test_a_default_gets_its_type_too():
    assert check({}, one(Kind.BOOLEAN, default="true")) == ({"it": True}, [])
    assert check({}, one(Kind.LIST, default={})) == ({"it": []}, [])


def test_a_default_is_copied():
    schema = one(Kind.LIST, default=["a"])
    check({}, schema)[0]["it"].append("b")
    assert check({}, schema)[0] == {"it": ["a"]}


def test_changes_are_named_and_unknown_values_may_change():
    before = {"size": 1, "name": "a", "tags": {"a": "b"}}
    after = {"size": 2, "name": "a", "tags": {"a": UNKNOWN}, "enabled": None}
    assert changed(SCHEMA, before, after) == {"size", "tags"}
