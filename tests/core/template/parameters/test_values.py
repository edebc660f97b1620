from hypothesis import given
from hypothesis import strategies as st

from calor.core.source import MOST, Position, Report, Severity
from calor.core.template.parameters.declaration import Parameter, ParameterKind
from calor.core.template.parameters.values import changed_immutables, in_file, masked, settle
from calor.core.values import UNKNOWN


def declare(**kinds):
    return {name: Parameter(name=name, kind=ParameterKind(kind)) for name, kind in kinds.items()}


SIZE = {"size": Parameter(name="size", kind=ParameterKind.NUMBER, default="1")}


def settled(parameters, given=(), defaults=(), **options):
    report = Report()
    values = settle(parameters, dict(given), dict(defaults), in_file(report), **options)
    return values, [str(problem) for problem in report.problems]


def test_a_given_value_beats_an_environments_default_beats_the_templates():
    assert settled(SIZE, {"size": 3}, {"size": 2}) == ({"size": 3}, [])
    assert settled(SIZE, {}, {"size": 2}) == ({"size": 2}, [])
    assert settled(SIZE) == ({"size": 1}, [])


def test_null_counts_as_not_given():
    assert settled(SIZE, {"size": None}, {"size": None}) == ({"size": 1}, [])


def test_missing_unknown_and_wrong_values_are_all_named():
    values, problems = settled(
        declare(name="string", count="number"), {"nmae": "x", "count": "many"}
    )
    assert values == {"name": UNKNOWN, "count": UNKNOWN}
    assert problems == [
        "parameters.nmae: the template has no parameter 'nmae'; did you mean 'name'?",
        "parameters.name: the parameter 'name' has no value; give it one, or declare a default",
        "parameters.count: expected a number, got the text 'many'",
    ]


def test_missing_values_may_stay_unknown():
    assert settled(declare(name="string"), partial=True) == ({"name": UNKNOWN}, [])


def test_defaults_for_parameters_of_other_templates_are_ignored():
    assert settled({}, {}, {"elsewhere": 1}) == ({}, [])


def test_a_wrong_value_is_placed_where_it_was_written():
    template = Report()
    environment = Report(lambda _: Position("env.yaml", 3, 5))

    def where(name):
        return (environment if name == "count" else template), ("parameters", name)

    settle(declare(count="number", name="string"), {"count": "x"}, {}, where)
    assert [str(one) for one in environment.problems] == [
        "env.yaml:3:5: parameters.count: expected a number, got the text 'x'"
    ]
    assert [one.path for one in template.problems] == [("parameters", "name")]


def test_a_default_found_wrong_before_is_not_complained_about_again():
    broken = {"size": Parameter(name="size", kind=ParameterKind.NUMBER, default=UNKNOWN)}
    assert settled(broken) == ({"size": UNKNOWN}, [])


def test_an_immutable_parameter_must_keep_the_value_it_has():
    parameters = {
        name: Parameter(name=name, kind=ParameterKind.STRING, immutable=name != "free")
        for name in ("kept", "changed", "free", "new")
    }
    before = {"kept": "a", "changed": "a", "free": "a"}
    after = {"kept": "a", "changed": "b", "free": "b", "new": "b"}
    assert changed_immutables(parameters, before, after) == ["changed"]


def test_an_unknown_value_has_not_changed_yet():
    parameters = {"a": Parameter(name="a", kind=ParameterKind.STRING, immutable=True)}
    assert changed_immutables(parameters, {"a": "x"}, {"a": UNKNOWN}) == []


def test_hidden_values_are_masked():
    parameters = {
        "password": Parameter(name="password", kind=ParameterKind.STRING, hidden=True),
        "size": Parameter(name="size", kind=ParameterKind.NUMBER),
    }
    values = {"password": "x", "size": 1, "elsewhere": 2}
    assert masked(parameters, values) == {"password": "******", "size": 1, "elsewhere": 2}


def test_ten_thousand_misspelt_names_are_reported_without_delay():
    given = {f"nmae{n}" * 50: 1 for n in range(10_000)}
    _, problems = settled(declare(name="string"), given, partial=True)
    assert len(problems) == MOST[Severity.ERROR] + 1
    assert problems[-1] == "there are more errors than are shown here"


NAMES = st.sampled_from(["a", "b", "c", "d", "e", "f"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(NAMES, VALUES), st.dictionaries(NAMES, VALUES), st.booleans())
def test_no_values_whatever_raise(given, defaults, partial):
    parameters = declare(a="string", b="number", c="boolean", d="json", e="comma_delimited_list")
    values, problems = settled(parameters, given, defaults, partial=partial)
    assert set(values) == set(parameters)
    assert problems or partial or UNKNOWN not in values.values()
