import pytest

from calor.core.errors import EvaluationError
from calor.plugin.nested import Child
from calor.resources.heat.numbered_group import outputs_of, refs
from calor.resources.heat.resource_chain import ResourceChain
from tests.resources.heat.driving import MemoryHere, made
from tests.resources.heat.test_naming import member


def test_references_are_in_the_order_of_the_numbers():
    assert refs(Child(members=(member("10", "c"), member("2", "b"), member("0", "a")))) == [
        "a",
        "b",
        "c",
    ]


@pytest.mark.parametrize(
    ("path", "names"),
    [
        (("refs", 0), []),
        ((), []),
        (("attributes",), []),
        (("attributes", "a", 0), ["attributes, a, 0"]),
        (("a", 0), ["attributes, a, 0"]),
        (("resource.0",), []),
        (("resource.0.a",), ["resource.0, a"]),
        (("resource.9.a",), []),
    ],
)
def test_only_what_is_read_of_members_becomes_an_output(path, names):
    assert list(outputs_of(["0", "1"], [path], ["refs"])) == names


def test_what_a_group_does_not_know_is_asked_of_its_members():
    chain = made(ResourceChain, resources=["A"])
    child = Child(members=(member("0", "a"),), outputs={"attributes, ip": {"0": 4}})

    def read(*path):
        return chain.child_attribute(MemoryHere(), child, path)

    assert read("ip") == [4]
    assert read("attributes", "ip") == {"0": 4}
    assert read("refs", 0) == "a"
    assert read("refs", 7) is None
    with pytest.raises(EvaluationError):
        read("attributes")
