import pytest
from hypothesis import given
from hypothesis import strategies as st

from calor.plugin.scaling import Adjustment, Measure
from calor.resources.heat.scaling import BUSY, END, Bounds, begin_change, end_change, new_size
from tests.resources.heat.driving import MemoryHere

BOUNDS = Bounds(1, 10)


def adjusted(size, measure, amount, least=0):
    return new_size(size, Adjustment(measure=measure, amount=amount, least=least), BOUNDS)


@pytest.mark.parametrize(
    ("size", "measure", "amount", "least", "becomes"),
    [
        (3, Measure.CHANGE, 2, 0, 5),
        (3, Measure.CHANGE, -9, 0, 1),
        (3, Measure.CHANGE, 99, 0, 10),
        (3, Measure.EXACT, 4, 0, 4),
        (3, Measure.EXACT, 0, 0, 1),
        (4, Measure.PERCENT, 50, 0, 6),
        (3, Measure.PERCENT, 50, 0, 4),
        (3, Measure.PERCENT, 10, 0, 4),
        (3, Measure.PERCENT, -10, 0, 2),
        (5, Measure.PERCENT, -50, 0, 3),
        (4, Measure.PERCENT, 10, 3, 7),
        (8, Measure.PERCENT, -10, 3, 5),
        (4, Measure.PERCENT, 100, 1, 8),
        (4, Measure.PERCENT, 0, 0, 4),
        (4, Measure.PERCENT, 0, 2, 2),
        (4, Measure.CHANGE, 1, 3, 5),
    ],
)
def test_the_size_follows_from_the_adjustment(size, measure, amount, least, becomes):
    assert adjusted(size, measure, amount, least) == becomes


@given(
    st.integers(0, 10**6),
    st.sampled_from(Measure),
    st.floats(allow_nan=False),
    st.integers(0, 10**9),
)
def test_whatever_is_asked_for_the_bounds_hold(size, measure, amount, least):
    assert 1 <= adjusted(size, measure, amount, least) <= 10


def up(here, cooldown=None, bounds=BOUNDS):
    adjustment = Adjustment(measure=Measure.CHANGE, amount=1, cooldown=cooldown, words="up : 1")
    return begin_change(here, 3, bounds, adjustment)


def test_one_change_at_a_time():
    here = MemoryHere()
    assert up(here) == 4
    assert here.metadata[BUSY] is True
    assert up(here) is None
    end_change(here, is_done=True)
    assert here.metadata == {BUSY: False, END: {"1970-01-01T00:16:40": "up : 1"}}
    assert up(here) == 4


@pytest.mark.parametrize(("own", "groups", "rests"), [(10, 99, 10), (None, 20, 20), (0.5, 99, 0.5)])
def test_a_group_rests_as_long_as_the_policy_says_else_as_it_says_itself(own, groups, rests):
    here = MemoryHere()
    up(here, own, Bounds(1, 10, groups))
    end_change(here, is_done=True)
    here.clock += rests - 0.25
    assert up(here) is None
    here.clock += 0.25
    assert up(here) == 4


def test_a_change_that_failed_is_followed_by_no_rest():
    here = MemoryHere()
    up(here, 100)
    end_change(here, is_done=False)
    assert END not in here.metadata
    assert up(here) == 4


@pytest.mark.parametrize("end", [5, {}, {"soon": "x"}, {"": None}, [1], "x"])
def test_metadata_that_anybody_set_does_no_harm(end):
    here = MemoryHere(metadata={END: end})
    assert up(here, 1e30) == 4
    end_change(here, is_done=True)
    assert up(here) is None
