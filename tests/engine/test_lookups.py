"""What only a cloud knows is asked of it, once for all of a template."""

import pytest

from calor.core.errors import InvalidTemplate
from calor.engine.lookups import MOST_QUESTIONS, Questions
from calor.engine.orders import Order
from calor.engine.requester import Requester
from calor.engine.service import Stacks
from calor.store.memory import MemoryStore

TEMPLATE = {
    "heat_template_version": "2021-04-16",
    "parameters": {
        "flavor": {
            "type": "string",
            "default": "m1.tinny",
            "constraints": [{"custom_constraint": "nova.flavor"}],
        },
        "address": {
            "type": "string",
            "default": "10.0.0.1",
            "constraints": [{"custom_constraint": "ip_addr"}],
        },
    },
    "resources": {"a": {"type": "OS::Heat::Value", "properties": {"value": 1}}},
}


class Known:
    """A cloud that has some things."""

    def __init__(self, *known):
        self.known, self.asked = known, []

    async def problems(self, questions):
        self.asked.append(sorted(questions))
        return {one: f"there is no {' '.join(one)}" for one in questions if one not in self.known}


def desk(lookups=None):
    return Stacks(MemoryStore(), requester=Requester(lookups=lookups))


async def test_what_is_there_is_asked_for_once_and_approved():
    cloud = Known(("nova.flavor", "m1.tinny"))
    await desk(cloud).create("p", "s", Order(template=TEMPLATE))
    assert cloud.asked == [[("nova.flavor", "m1.tinny")]]


async def test_what_is_not_there_is_a_problem_at_its_place():
    with pytest.raises(InvalidTemplate) as caught:
        await desk(Known()).create("p", "s", Order(template=TEMPLATE))
    (problem,) = caught.value.problems
    assert "there is no nova.flavor m1.tinny" in str(problem)
    assert "flavor" in map(str, problem.path)


async def test_without_a_cloud_what_it_knows_is_believed():
    assert await desk().create("p", "s", Order(template=TEMPLATE))


def test_a_list_asks_for_each_of_its_names_and_nothing_for_what_is_none():
    questions = Questions()
    assert questions.believe("neutron.network", ["blue", "red", 7, "", None, True]) is None
    assert list(questions.asked) == [("neutron.network", one) for one in ("blue", "red", "7")]


def test_a_notation_is_checked_at_once():
    questions = Questions()
    assert questions.believe("ip_addr", "nowhere") is not None
    assert questions.answered({})("ip_addr", "nowhere") is not None
    assert questions.asked == {}


def test_nobody_asks_without_end():
    questions = Questions()
    for number in range(MOST_QUESTIONS + 50):
        questions.believe("neutron.network", str(number))
    assert len(questions.asked) == MOST_QUESTIONS
