"""What becomes of members with drawn names, with a pace and without one."""

from hypothesis import given
from hypothesis import strategies as st

from calor.core.state import Action, Status
from calor.plugin.nested import Child, Member
from calor.resources.heat.drawn_group import Aim, in_service, next_turn
from calor.resources.heat.rolling import RollingUpdate
from tests.resources.heat.driving import MemoryHere

OLD, NEW = {"type": "Old"}, {"type": "New"}


def member(name, created_at, definition=OLD, status=Status.COMPLETE):
    return Member(
        name=name,
        definition=definition,
        action=Action.CREATE,
        status=status,
        created_at=created_at,
    )


YOUNG, AGED = member("young", 2.0), member("aged", 1.0)
FAILED = member("failed", 3.0, status=Status.FAILED)


def test_members_in_service_are_told_by_age():
    assert in_service(Child(members=(YOUNG, FAILED, AGED))) == [AGED, YOUNG]
    assert in_service(None) == []


def test_without_a_pace_members_that_are_there_stay_as_they_are():
    turn = next_turn(MemoryHere(), Child(members=(YOUNG, AGED)), Aim(NEW, 3, None))
    assert [turn.members["aged"], turn.members["young"]] == [OLD, OLD]
    assert list(turn.members.values()).count(NEW) == 1


def test_with_a_pace_the_oldest_is_changed_first():
    aim = Aim(NEW, 2, RollingUpdate(pause_time=5))
    first = next_turn(MemoryHere(), Child(members=(YOUNG, AGED)), aim)
    assert (first.members, first.pause) == ({"aged": NEW, "young": OLD}, 0.0)
    then = Child(members=(YOUNG, member("aged", 1.0, NEW)), phases=1)
    second = next_turn(MemoryHere(), then, aim)
    assert (second.members, second.pause) == ({"young": NEW, "aged": NEW}, 5.0)


def test_failed_members_go_first_and_then_the_oldest():
    child = Child(members=(YOUNG, FAILED, AGED))
    assert set(next_turn(MemoryHere(), child, Aim(OLD, 2, None)).members) == {"aged", "young"}
    assert set(next_turn(MemoryHere(), child, Aim(OLD, 1, None)).members) == {"young"}


def test_a_group_that_is_as_it_should_be_is_asked_for_once():
    aim = Aim(OLD, 2, RollingUpdate())
    assert next_turn(MemoryHere(), Child(members=(YOUNG, AGED)), aim) is not None
    assert next_turn(MemoryHere(), Child(members=(YOUNG, AGED), phases=1), aim) is None


@given(st.integers(0, 5), st.integers(0, 5))
def test_without_a_pace_one_turn_makes_the_size(before, size):
    members = tuple(member(f"m{number}", float(number)) for number in range(before))
    turn = next_turn(MemoryHere(), Child(members=members), Aim(NEW, size, None))
    assert len(turn.members) == size
