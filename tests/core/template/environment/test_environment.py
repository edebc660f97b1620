from hypothesis import given
from hypothesis import strategies as st

from calor.core.source import Report
from calor.core.template.environment.environment import SECTIONS, Environment, read_environment


def read(value):
    report = Report()
    return read_environment(value, report), [str(problem) for problem in report.problems]


WHOLE = {
    "parameters": {"size": 1},
    "parameter_defaults": {"name": "x"},
    "resource_registry": {"resources": {"web": {"hooks": "pre-create"}}, "A": "a.yaml"},
    "encrypted_param_names": ["size"],
    "event_sinks": [{"type": "zaqar-queue", "target": "events", "ttl": 60}],
}


def test_it_is_stored_and_read_back_unchanged():
    environment, problems = read(WHOLE)
    assert problems == []
    assert environment.to_dict() == WHOLE


def test_an_empty_one_is_shown_with_every_section():
    assert read({})[0].to_dict() == {
        "parameters": {},
        "parameter_defaults": {},
        "resource_registry": {"resources": {}},
        "encrypted_param_names": [],
        "event_sinks": [],
    }


def test_merge_strategies_are_read():
    strategies = {"default": "merge", "size": "deep_merge"}
    environment, _ = read({"parameter_merge_strategies": strategies})
    assert environment.parameter_merge_strategies == strategies


def test_everything_wrong_is_said_in_its_place():
    _, problems = read(
        {
            "parametres": {},
            "parameters": [],
            "parameter_defaults": None,
            "resource_registry": "x",
            "encrypted_param_names": ["a", 5],
            "event_sinks": [{}, "x"],
            "parameter_merge_strategies": {"a": "mrege", "b": 5},
        }
    )
    assert [one.split(";")[0] for one in problems] == [
        "parametres: an environment has no section 'parametres'",
        "parameter_defaults: the section parameter_defaults is empty",
        "parameters: the section parameters must be a map, not a list",
        "encrypted_param_names[1]: expected the name of a parameter, not a number",
        "event_sinks[0]: expected a map with the type of the event sink in it",
        "event_sinks[1]: expected a map with the type of the event sink in it",
        "parameter_merge_strategies.a: expected a merge strategy, not 'mrege'",
        "parameter_merge_strategies.b: expected a merge strategy, not a number",
        "resource_registry: expected a map of resource types, not a string",
    ]
    assert "did you mean 'parameters'?" in problems[0]


def test_a_child_inherits_defaults_and_sinks_and_has_parameters_of_its_own():
    child = read(WHOLE)[0].child("web", None, {"inner": 2})
    assert child.to_dict() == {
        "parameters": {"inner": 2},
        "parameter_defaults": {"name": "x"},
        "resource_registry": {"resources": {"hooks": "pre-create"}, "A": "a.yaml"},
        "encrypted_param_names": [],
        "event_sinks": WHOLE["event_sinks"],
    }


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=10,
)


@given(st.dictionaries(st.sampled_from(SECTIONS) | st.text(max_size=3), ANYTHING))
def test_no_environment_whatever_raises(value):
    environment, _ = read(value)
    assert isinstance(environment, Environment)
