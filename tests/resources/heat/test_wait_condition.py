import asyncio

import pytest

from calor.core.errors import ResourceFailed
from calor.core.state import Action
from calor.plugin.resource import Sibling
from calor.resources.heat.wait_condition import WaitCondition
from calor.resources.heat.waiting import LOOK
from tests.resources.heat.driving import MemoryHere, attribute, made

HANDLE = "OS::Heat::WaitConditionHandle"
UP = {"status": "SUCCESS", "reason": "up", "data": "d"}


def waiting(signals, **sibling):
    handle = Sibling(**({"type": HANDLE, "present_metadata": signals} | sibling))
    here = MemoryHere(siblings={"h": handle})
    here.begin(Action.CREATE)
    return here


def progress(here, count=1, timeout=100):
    condition = made(WaitCondition, handle="h", count=count, timeout=timeout)
    asyncio.run(condition.create(here))
    return asyncio.run(condition.progress(here))


def test_enough_signals_end_the_wait():
    assert progress(waiting({"1": UP, "2": UP}), count=2) is True


def test_too_few_signals_are_looked_at_again_but_nobody_has_to():
    assert progress(waiting({"1": UP}), count=2) == LOOK
    assert progress(waiting({"1": UP}), count=2, timeout=7) == 7


def test_the_reasons_of_all_failures_are_told():
    failures = {name: {"status": "FAILURE", "reason": name} for name in "ab"}
    with pytest.raises(ResourceFailed, match=r"^a;b$"):
        progress(waiting({"1": UP, **failures}))


@pytest.mark.parametrize(
    ("signals", "told"), [({}, "0 of 2 received"), ({"1": UP}, "1 of 2 received - up")]
)
def test_what_came_in_time_is_told(signals, told):
    here = waiting(signals)
    here.clock += 100
    with pytest.raises(ResourceFailed, match=f"^{told}$"):
        progress(here, count=2)


def test_enough_signals_count_though_the_time_is_over():
    here = waiting({"1": UP})
    here.clock += 100
    assert progress(here) is True


def test_a_handle_that_needs_no_signal_is_not_waited_for():
    assert progress(waiting({}, properties={"signal_transport": "NO_SIGNAL"})) is True


@pytest.mark.parametrize("sibling", [{"type": "OS::Heat::Value"}, None])
def test_only_a_handle_can_be_waited_for(sibling):
    here = waiting({}, **sibling) if sibling else MemoryHere()
    with pytest.raises(ResourceFailed, match="not a valid wait condition handle"):
        progress(here)


def test_other_actions_wait_for_nothing():
    here = waiting({})
    here.begin(Action.SUSPEND)
    assert progress(here) is True


def test_what_was_sent_can_be_read():
    condition = made(WaitCondition, handle="h", timeout=1)
    assert attribute(waiting({"1": UP}), condition, "data") == '{"1": "d"}'
    assert attribute(MemoryHere(), condition, "data") == ""
