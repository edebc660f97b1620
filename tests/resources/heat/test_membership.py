import pytest

from calor.plugin.nested import Child
from calor.resources.heat.membership import (
    child_template,
    of_each,
    of_one,
    reach_in,
    read_each,
    read_one,
    references,
)
from tests.resources.heat.test_naming import member


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (("resource.0",), ("0", ())),
        (("resource.0.a.b", 1), ("0", ("a.b", 1))),
        (("resource.0", "a"), ("0", ("a",))),
        (("resource.",), ("", ())),
        (("refs", 0), None),
        ((0,), None),
    ],
)
def test_a_path_may_reach_into_the_group(path, expected):
    assert reach_in(path) == expected


def test_a_template_has_a_resource_for_each_member():
    template = child_template({"a": {"type": "T"}}, references(["a"]))
    assert template == {
        "heat_template_version": "2015-04-30",
        "resources": {"a": {"type": "T"}},
        "outputs": {"refs_map": {"value": {"a": {"get_resource": "a"}}}},
    }


def test_no_two_outputs_have_the_same_name():
    names = [
        *references(["a"]),
        *of_each(["a"], ("refs_map",)),
        *of_each(["a"], ("ip",)),
        *of_one("a", ("ip",)),
        *of_one("ip", ()),
    ]
    assert len(set(names)) == len(names)


def test_an_attribute_is_read_from_the_outputs_or_else_the_member():
    one = member("a", "ref")
    (name,) = of_one("a", ["ip"])
    (each,) = of_each(["a"], ["ip"])
    child = Child(members=(one,), outputs={name: 4, each: {"a": 5}})
    assert read_one(child, one, ["ip"]) == 4
    assert read_each(child, [one], ["ip"]) == {"a": 5}
    assert read_one(child, one, ["port"]) is None
    assert read_one(child, one, []) == "ref"
    assert read_each(child, [one], []) == {"a": "ref"}
