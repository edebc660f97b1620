from hypothesis import given
from hypothesis import strategies as st

from calor.core.source import Report
from calor.core.template.environment.environment import read_environment
from calor.core.template.environment.merge import merge_environments, written_in
from calor.core.template.parameters.declaration import Parameter, ParameterKind
from calor.core.template.parameters.values import in_file

DECLARED = {
    name: Parameter(name=name, kind=ParameterKind(kind))
    for name, kind in {"s": "string", "n": "number", "b": "boolean", "j": "json"}.items()
}


def merge(*values):
    written = [
        (read_environment(value, report), report) for value in values for report in [Report()]
    ]
    merged = merge_environments(written, DECLARED)
    return merged, [[str(one) for one in report.problems] for _, report in written]


def test_later_values_win():
    merged, _ = merge(
        {"parameters": {"s": "a", "n": 1}, "parameter_defaults": {"b": True}},
        {"parameters": {"s": "b"}, "parameter_defaults": {"b": False}},
    )
    assert merged.parameters == {"s": "b", "n": 1}
    assert merged.parameter_defaults == {"b": False}


def test_null_never_wins():
    merged, _ = merge({"parameters": {"s": "a"}}, {"parameters": {"s": None}})
    assert merged.parameters == {"s": "a"}


def test_a_strategy_adds_values_up():
    merged, _ = merge(
        {"parameters": {"s": "a"}, "parameter_merge_strategies": {"s": "merge"}},
        {"parameters": {"s": "b"}},
    )
    assert merged.parameters == {"s": "ab"}


def test_a_strategy_for_all_holds_for_those_without_their_own():
    merged, _ = merge(
        {
            "parameters": {"s": "a", "n": 1},
            "parameter_merge_strategies": {"default": "merge", "n": "overwrite"},
        },
        {"parameters": {"s": "b", "n": 2}},
    )
    assert merged.parameters == {"s": "ab", "n": 2}


def test_files_must_agree_on_a_strategy():
    _, [first, second] = merge(
        {"parameters": {"s": "a"}},
        {"parameters": {"s": "b"}, "parameter_merge_strategies": {"s": "merge"}},
    )
    assert first == []
    [problem] = second
    assert problem.startswith("parameter_merge_strategies.s: an earlier environment has the merge")


def test_booleans_cannot_be_merged_but_may_stand_alone():
    strategies = {"parameter_merge_strategies": {"default": "merge"}}
    merged, problems = merge({"parameters": {"s": "a"}, **strategies}, {"parameters": {"b": True}})
    assert (merged.parameters, problems) == ({"s": "a", "b": True}, [[], []])
    _, [_, [problem]] = merge(
        {"parameters": {"b": True}, **strategies}, {"parameters": {"b": True}}
    )
    assert problem.startswith("parameters.b: cannot merge this")


def test_parameters_of_no_template_are_kept_for_settling_to_refuse():
    merged, _ = merge({"parameters": {"s": "a"}}, {"parameters": {"typo": 1}})
    assert merged.parameters == {"s": "a", "typo": 1}


def test_registries_are_merged_entry_by_entry_and_other_sections_as_a_whole():
    merged, _ = merge(
        {
            "resource_registry": {"A": "x", "B": "x", "resources": {"web": {"A": "1"}}},
            "event_sinks": [{"type": "one"}],
        },
        {
            "resource_registry": {"B": "y", "resources": {"db": {"A": "2"}}},
            "event_sinks": [{"type": "two"}],
        },
    )
    shown = merged.to_dict()
    assert shown["resource_registry"] == {"A": "x", "B": "y", "resources": {"db": {"A": "2"}}}
    assert shown["event_sinks"] == [{"type": "two"}]


def test_a_value_is_placed_in_the_last_file_that_has_it():
    first, second, template = Report(), Report(), Report()
    files = [
        (read_environment({"parameters": {"s": 1, "n": 1}}, first), first),
        (
            read_environment({"parameters": {"n": 2}, "parameter_defaults": {"b": 1}}, second),
            second,
        ),
    ]
    where = written_in(files, in_file(template))
    assert where("s") == (first, ("parameters", "s"))
    assert where("n") == (second, ("parameters", "n"))
    assert where("b") == (second, ("parameter_defaults", "b"))
    report, path = where("j")
    assert report is template
    assert path == ("parameters", "j")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=8,
)
FILES = st.fixed_dictionaries(
    {
        "parameters": st.dictionaries(st.sampled_from(["s", "n", "b", "j", "zz"]), VALUES),
        "parameter_merge_strategies": st.dictionaries(
            st.sampled_from(["s", "n", "b", "j", "default"]),
            st.sampled_from(["overwrite", "merge", "deep_merge"]),
        ),
    }
)


@given(st.lists(FILES, max_size=4))
def test_no_files_whatever_raise(files):
    merged, _ = merge(*files)
    given = {
        name for one in files for name, value in one["parameters"].items() if value is not None
    }
    assert set(merged.parameters) <= given
