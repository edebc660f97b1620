import pytest

from calor.core.errors import EvaluationError
from calor.core.state import Action
from calor.core.values import UNKNOWN
from calor.resources.heat.resource_chain import ResourceChain
from tests.resources.heat.driving import Stack, made, problems


def test_each_resource_waits_for_the_one_before():
    stack = Stack()
    chain = made(ResourceChain, resources=["A", "B", "A"], resource_properties={"x": 1})
    assert stack.roll_out(chain, Action.CREATE) == ["+0 +1 +2"]
    assert stack.template["resources"] == {
        "0": {"type": "A", "properties": {"x": 1}},
        "1": {"type": "B", "properties": {"x": 1}, "depends_on": ["0"]},
        "2": {"type": "A", "properties": {"x": 1}, "depends_on": ["1"]},
    }


def test_nobody_waits_where_all_are_made_at_once():
    stack = Stack()
    stack.roll_out(made(ResourceChain, resources=["A", "B"], concurrent=True), Action.CREATE)
    assert stack.template["resources"] == {"0": {"type": "A"}, "1": {"type": "B"}}


def test_a_chain_grows_shrinks_and_changes_with_its_list():
    stack = Stack()
    stack.roll_out(made(ResourceChain, resources=["A", "B"]), Action.CREATE)
    longer = made(ResourceChain, resources=["A", "C", "D"])
    assert stack.roll_out(longer, Action.UPDATE) == ["0 [1] +2"]
    assert stack.roll_out(made(ResourceChain, resources=[]), Action.UPDATE) == ["-0 -1 -2"]


def test_what_others_read_of_one_resource_is_not_asked_of_the_others():
    stack = Stack()
    stack.here.reads = [("resource.1.ip",), ("refs",), ("attributes", "name")]
    chain = made(ResourceChain, resources=["A", "B"])
    stack.roll_out(chain, Action.CREATE)
    assert stack.template["outputs"] == {
        "resource.1, ip": {"value": {"get_attr": ["1", "ip"]}},
        "attributes, name": {
            "value": {"0": {"get_attr": ["0", "name"]}, "1": {"get_attr": ["1", "name"]}}
        },
    }

    def read(*path):
        return chain.child_attribute(stack.here, stack.child(), path)

    assert read() == {"refs": ["ref-0", "ref-1"]}
    assert read("resource.1.ip") == "1.ip"
    assert read("attributes", "name") == {"0": "0.name", "1": "1.name"}
    with pytest.raises(EvaluationError):
        read("resource.2")


def test_types_have_names():
    assert problems(ResourceChain, resources=["A", UNKNOWN]) == []
    assert problems(ResourceChain, resources=UNKNOWN) == []
    assert problems(ResourceChain, resources=["A", 1, {"a": 2}]) == [
        "resources.1: 1 is not the name of a type",
        "resources.2: {'a': 2} is not the name of a type",
    ]
