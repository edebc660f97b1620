import asyncio

import pytest

from calor.core.errors import ResourceFailed
from calor.core.state import Action
from calor.core.values import UNKNOWN
from calor.resources.heat.delay import Delay
from tests.resources.heat.driving import MemoryHere, made, problems, run


def test_time_passes_during_the_actions_named():
    here = MemoryHere()
    delay = made(Delay, min_wait=3, actions=["CREATE", "RESUME"])
    assert run(here, delay, Action.CREATE) == 3
    assert run(here, delay, Action.SUSPEND) == 0
    assert run(here, delay, Action.RESUME) == 3
    assert run(here, delay, Action.DELETE) == 0
    assert here.physical_id is None


def test_part_of_the_wait_is_drawn():
    delay = made(Delay, min_wait=3, max_jitter=4, jitter_multiplier=0.5)
    here = MemoryHere()
    waits = {run(here, delay, Action.CREATE) for _ in range(9)}
    assert len(waits) > 1
    assert all(3 <= one <= 5 for one in waits)


def test_a_wait_begun_again_ends_when_it_was_to_end():
    here = MemoryHere()
    delay = made(Delay, max_jitter=100)
    here.begin(Action.CREATE)
    asyncio.run(delay.create(here))
    here.save()
    end = here.data["until"]
    here.clock += 1
    asyncio.run(delay.create(here))
    assert here.data["until"] == end
    assert asyncio.run(delay.progress(here)) == pytest.approx(end - here.clock)


def test_a_wait_longer_than_the_stack_has_is_refused():
    here = MemoryHere(timeout=60)
    with pytest.raises(ResourceFailed, match="61 seconds"):
        run(here, made(Delay, min_wait=60, max_jitter=1), Action.CREATE)


def test_a_wait_must_be_a_number_of_seconds():
    assert problems(Delay, min_wait=UNKNOWN, max_jitter=10**400) == []
    assert problems(Delay, max_jitter=10**400, jitter_multiplier=2.5) != []
    assert problems(Delay, max_jitter=1e300, jitter_multiplier=1e300) != []
    assert problems(Delay, min_wait=10**400, max_jitter=1.5) != []
