from hypothesis import given
from hypothesis import strategies as st

from calor.core.source import Report
from calor.core.template.parameters.groups import ParameterGroup, read_groups


def read(section):
    report = Report()
    groups = read_groups(section, {"a", "b", "name"}, report, ("parameter_groups",))
    return groups, [str(problem) for problem in report.problems]


def test_groups_are_read():
    groups, problems = read([{"label": "One", "description": "First", "parameters": ["a", "b"]}])
    assert groups == (ParameterGroup(label="One", description="First", parameters=("a", "b")),)
    assert problems == []


def test_no_groups_are_none():
    assert read(None) == read([]) == ((), [])


def test_everything_wrong_is_said_in_its_place():
    _, problems = read(
        [
            5,
            {"label": "x"},
            {"parameters": "a"},
            {"parameters": ["a", "nmae", 5]},
            {"parameters": ["a"], "lable": "x"},
        ]
    )
    assert problems == [
        "parameter_groups[0]: a parameter group must be a map, not a number",
        "parameter_groups[1]: the parameter group has no parameters; list their names",
        "parameter_groups[2].parameters: expected a list of names, not a string",
        (
            "parameter_groups[3].parameters[1]: the template has no parameter 'nmae'; "
            "did you mean 'name'?"
        ),
        "parameter_groups[3].parameters[2]: expected the name of a parameter, not a number",
        (
            "parameter_groups[4].lable: a parameter group has no key 'lable'; it is ignored; "
            "did you mean 'label'?"
        ),
        "parameter_groups[4].parameters[0]: the parameter 'a' is already in a group",
    ]


def test_the_section_must_be_a_list():
    assert read({"a": 1})[1] == ["parameter_groups: parameter_groups must be a list, not a map"]


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["a", "b", "zz"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["label", "parameters", "x"]), inner, max_size=3)
    ),
)


@given(ANYTHING)
def test_no_section_whatever_raises(section):
    groups, _ = read(section)
    names = [name for group in groups for name in group.parameters]
    assert len(names) == len(set(names))
