import asyncio

import pytest

from calor.core.errors import ResourceFailed
from calor.core.state import Action
from calor.resources.heat.test_resource import ResourceForTests
from tests.resources.heat.driving import MemoryHere, attribute, made, run

CREATE, UPDATE, DELETE, CHECK = Action.CREATE, Action.UPDATE, Action.DELETE, Action.CHECK


def one(**given):
    return made(ResourceForTests, **given)


def test_it_keeps_its_text():
    here = MemoryHere()
    assert run(here, one(value="a"), CREATE) == 0
    assert attribute(here, one(), "output") == "a"
    assert run(here, one(value="b"), UPDATE, one(value="a")) == 0
    assert attribute(here, one(), "output") == "b"
    assert here.physical_id == here.physical_name()


def test_it_takes_the_time_it_is_told_to():
    here = MemoryHere()
    slow = {"wait_secs": 4, "action_wait_secs": {"update": 2.5, "delete": 0}}
    assert run(here, one(**slow), CREATE) == 4
    assert run(here, one(value="b", **slow), UPDATE, one(**slow)) == 2.5
    assert run(here, one(value="b", **slow), DELETE) == 0


def test_an_update_of_anything_but_the_text_takes_no_time():
    here = MemoryHere()
    run(here, one(), CREATE)
    assert run(here, one(wait_secs=9), UPDATE, one()) == 0


def test_reading_the_text_takes_more_time():
    assert run(MemoryHere(), one(wait_secs=1, attr_wait_secs=2), CREATE) == 3


def test_other_actions_take_no_time():
    here = MemoryHere()
    run(here, one(wait_secs=3), CREATE)
    assert run(here, one(wait_secs=3), Action.SUSPEND) == 0


def test_an_engine_that_goes_on_waits_for_the_same_end():
    here = MemoryHere()
    here.begin(CREATE)
    asyncio.run(one(wait_secs=10).create(here))
    here.save()
    here.clock += 7
    assert asyncio.run(one(wait_secs=10).progress(here)) == 3


@pytest.mark.parametrize("wait", [-1, 10**400, 1e308])
def test_a_wait_may_have_no_end_but_the_timeout(wait):
    here = MemoryHere()
    here.begin(CREATE)
    it = one(wait_secs=wait, attr_wait_secs=10**400)
    asyncio.run(it.create(here))
    here.save()
    here.clock += 10**8
    assert asyncio.run(it.progress(here)) >= 3600


def test_it_fails_once_the_wait_is_over():
    here = MemoryHere()
    with pytest.raises(ResourceFailed, match="it failed"):
        run(here, one(fail=True, wait_secs=5), CREATE)
    assert here.clock == here.started_at + 5
    assert here.physical_id is None
    assert run(here, one(fail=True), DELETE) == 0


def test_an_update_that_fails_keeps_the_text():
    here = MemoryHere()
    run(here, one(value="a"), CREATE)
    with pytest.raises(ResourceFailed):
        run(here, one(value="b", fail=True), UPDATE, one(value="a"))
    assert attribute(here, one(), "output") == "a"


def test_a_change_of_the_text_replaces_where_asked_for():
    assert one(update_replace=True).must_replace(one(), {"value"})
    assert not one(update_replace=True).must_replace(one(), {"wait_secs"})
    assert not one().must_replace(one(), {"value"})


def test_a_check_finds_out_whether_it_was_created():
    here = MemoryHere()
    with pytest.raises(ResourceFailed):
        run(here, one(), CHECK)
    run(here, one(), CREATE)
    assert run(here, one(), CHECK) == 0
