"""Members change a few at a time, and the group ends up as it was meant to be."""

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calor.core.errors import ResourceFailed
from calor.resources.heat.rolling import (
    Batch,
    Group,
    RollingUpdate,
    Standing,
    batches,
    next_batch,
    refuse_endless,
    roll_anyhow,
    roll_indexed,
)

SIZES = st.integers(0, 12)


@st.composite
def paces(draw):
    return RollingUpdate(
        max_batch_size=draw(st.integers(1, 8)), min_in_service=draw(st.integers(0, 14))
    )


def sizes(target, current, pace, *, spares_stay):
    group = Group(target, current, 0)
    return [(one.size, one.changes) for one in batches(group, pace, spares_stay=spares_stay)]


@pytest.mark.parametrize(
    ("target", "current", "most", "least", "expected"),
    [
        (0, 0, 1, 0, []),
        (3, 3, 1, 0, [(3, 1), (3, 1), (3, 1)]),
        (3, 3, 2, 0, [(3, 2), (3, 1)]),
        (3, 3, 5, 0, [(3, 3)]),
        (3, 3, 2, 2, [(4, 2), (4, 2), (3, 0)]),
        (3, 3, 1, 3, [(4, 1), (4, 1), (4, 1), (4, 1), (3, 0)]),
        (5, 0, 2, 0, [(2, 2), (4, 2), (5, 1)]),
        (5, 2, 2, 2, [(4, 2), (5, 2), (5, 1)]),
        (2, 5, 1, 0, [(2, 1), (2, 1)]),
        (2, 5, 1, 9, [(3, 1), (3, 1), (2, 0)]),
        (0, 4, 1, 2, [(0, 0)]),
    ],
)
def test_the_sizes_of_a_roll_out(target, current, most, least, expected):
    pace = RollingUpdate(max_batch_size=most, min_in_service=least)
    assert sizes(target, current, pace, spares_stay=False) == expected


def test_spares_that_stay_save_a_batch():
    pace = RollingUpdate(max_batch_size=1, min_in_service=3)
    assert sizes(3, 3, pace, spares_stay=True) == [(4, 1), (4, 1), (4, 1), (3, 0)]


@given(SIZES, SIZES, SIZES, paces())
def test_the_next_batch_follows_the_formula(target, current, updated, pace):
    updated = min(updated, current)
    batch = next_batch(Group(target, current, updated), pace)
    if updated == current == target:
        assert batch is None
        return
    changes = min(pace.max_batch_size, max(target - updated, 0))
    least = min(pace.min_in_service, target, current)
    assert batch == Batch(changes + max(min(current, target - changes), least), changes)


def check_phase(before, after, pace, least):
    """No phase does more than it may."""
    was = {one.name: one.is_new for one in before}
    touched = [one.name for one in after if one.is_new and not was.get(one.name, False)]
    left_alone = [one for one in after if one.name in was and one.name not in touched]
    assert len(touched) <= pace.max_batch_size
    assert len(left_alone) >= least
    assert len({one.name for one in after}) == len(after)
    assert all(one.is_new or was.get(one.name) is False for one in after)


def standing(draw, names):
    return [Standing(name, draw(st.booleans())) for name in names]


@given(st.data(), SIZES, paces())
def test_a_numbered_group_ends_with_the_names_it_is_to_have_all_new(data, target, pace):
    names = [str(one) for one in range(target)]
    present = data.draw(st.lists(st.integers(0, 15).map(str), unique=True, max_size=12))
    members = standing(data.draw, present)
    for _ in range(60):
        updated = sum(one.is_new for one in members if one.name in names)
        batch = next_batch(Group(target, len(members), updated), pace)
        if batch is None:
            break
        after = roll_indexed(members, batch, names, map(str, count(target)))
        assert len(after) == batch.size
        check_phase(members, after, pace, min(pace.min_in_service, target, len(members)))
        members = after
    assert {(one.name, one.is_new) for one in members} == {(name, True) for name in names}


@given(SIZES, SIZES, paces())
def test_a_numbered_group_takes_as_many_batches_as_were_counted(target, current, pace):
    names = [str(one) for one in range(target)]
    members = [Standing(str(one), is_new=False) for one in reversed(range(current))]
    for expected in batches(Group(target, current, 0), pace, spares_stay=False):
        updated = sum(one.is_new for one in members if one.name in names)
        assert next_batch(Group(target, len(members), updated), pace) == expected
        members = roll_indexed(members, expected, names, map(str, count(target)))
    assert sorted(members, key=lambda one: int(one.name)) == [
        Standing(name, is_new=True) for name in names
    ]


@given(st.data(), SIZES, paces())
def test_a_group_of_any_names_ends_with_new_members_alone(data, target, pace):
    members = standing(data.draw, [f"m{one}" for one in range(data.draw(SIZES))])
    members.sort(key=lambda one: one.is_new)
    fresh = (f"n{one}" for one in count())
    for _ in range(60):
        updated = sum(one.is_new for one in members)
        batch = next_batch(Group(target, len(members), updated), pace)
        if batch is None:
            break
        after = roll_anyhow(members, batch, fresh)
        assert len(after) == batch.size
        check_phase(members, after, pace, min(pace.min_in_service, target, len(members)))
        members = sorted(after, key=lambda one: one.is_new)
    assert len(members) == target
    assert all(one.is_new for one in members)


def test_pauses_that_outlast_the_stack_are_refused_before_anything_happens():
    def check(pause, timeout, size=3):
        pace = RollingUpdate(pause_time=pause)
        to_come = batches(Group(size, size, 0), pace, spares_stay=False)
        refuse_endless(to_come, pause, timeout)

    check(0, 1)
    check(10, 21)
    check(10**400, 10, size=1)
    with pytest.raises(ResourceFailed, match=r"20 seconds that the stack has"):
        check(10, 20)
    with pytest.raises(ResourceFailed):
        check(10**400, 10)
