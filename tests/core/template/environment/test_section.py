from hypothesis import given
from hypothesis import strategies as st

from calor.core.source import Report
from calor.core.template.environment.section import MAX_PATTERNS, read_registry


def read(section):
    report = Report()
    return read_registry(section, report), [str(problem) for problem in report.problems]


def test_entries_and_resources_are_read():
    resources = {"web": {"hooks": ["pre-create"], "db": {"restricted_actions": "replace"}}}
    layer, problems = read({"A": "B", "X*": "t.yaml", "resources": resources})
    assert layer.entries == {"A": "B", "X*": "t.yaml"}
    assert layer.resources == resources
    assert problems == []


def test_null_removes_what_stands_before_it():
    layer, _ = read({"A": "x", "AB": "x", "B": "x", "A*": None, "AC": "x", "B ": None})
    assert layer.entries == {"B": "x", "AC": "x"}
    assert layer.removed == ("A*", "B ")


def test_everything_wrong_is_said_in_its_place():
    _, problems = read(
        {
            "A": 5,
            "hooks": "pre-create",
            "resources": {
                "web": {"hooks": "pre-creat", "restricted_actions": [5], "T": []},
                "db": "x.yaml",
                "hooks": [],
            },
        }
    )
    start = "resource_registry"
    assert [one.split(";")[0] for one in problems] == [
        f"{start}.A: expected a resource type or a template file, not a number",
        f"{start}.hooks: hooks has no effect here",
        f"{start}.resources.web.hooks: 'pre-creat' is none of the hooks there are",
        (
            f"{start}.resources.web.restricted_actions: a number is none of the restricted_actions "
            "there are"
        ),
        f"{start}.resources.web.T: expected a resource type or a template file, not a list",
        f"{start}.resources.db: expected a map of what to do with the resource, not a string",
        f"{start}.resources.hooks: hooks has no effect here",
    ]
    assert "did you mean 'pre-create'?" in problems[2]


def test_wrong_shapes_are_refused():
    assert read([])[1] == ["resource_registry: expected a map of resource types, not a list"]
    assert "expected a map of resources" in read({"resources": []})[1][0]


def test_bounds_are_kept():
    deep = {}
    for _ in range(500):
        deep = {"inner": deep}
    assert "nested more than" in read({"resources": {"web": deep}})[1][0]
    many = {f"a{n}*": {} for n in range(MAX_PATTERNS + 1)}
    assert "more than 256 patterns" in read({"resources": many})[1][0]
    assert "more than 256 patterns" in read(dict.fromkeys(many))[1][0]


KEYS = st.sampled_from(["resources", "hooks", "restricted_actions", "A", "A*", "web", "*"])
ANYTHING = st.recursive(
    st.none() | st.integers() | st.sampled_from(["pre-create", "update", "A", "B*", "x.yaml"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
)


@given(ANYTHING)
def test_no_section_whatever_raises(section):
    layer, problems = read(section)
    again, found = read({"resources": layer.resources, **layer.entries})
    assert (again.entries, again.resources) == (layer.entries, layer.resources)
    assert problems or not found
