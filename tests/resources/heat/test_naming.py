from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from calor.core.state import Action, Status
from calor.plugin.nested import Member
from calor.resources.heat.naming import (
    by_index,
    draw_names,
    first_indices,
    indices,
    names_to_skip,
    with_index,
)
from tests.resources.heat.driving import MemoryHere


def member(name, reference=None):
    return Member(
        name=name,
        definition={},
        action=Action.CREATE,
        status=Status.COMPLETE,
        created_at=0,
        reference_id=reference,
    )


@given(st.integers(0, 20), st.sets(st.integers(0, 30).map(str)))
def test_the_first_names_are_the_smallest_that_are_not_skipped(number, skipped):
    names = first_indices(number, skipped)
    assert names == list(islice(indices(skipped), number))
    assert len(names) == number
    last = int(names[-1]) if names else -1
    assert {*names, *skipped} >= {str(one) for one in range(last + 1)}
    assert not skipped & set(names)


def test_members_are_skipped_by_name_or_reference_id():
    members = [member("0", "ref"), member("1", "1"), member("2", {"a": 1})]
    assert names_to_skip(["ref", 1, "9", {"a": 1}, None], (), members) == {"0", "1"}
    assert names_to_skip(["9"], {"9"}, members) == {"9"}
    assert names_to_skip(["9", 4], (), None) == {"4", "9"}


def test_a_variable_is_replaced_in_values_at_any_depth():
    value = {"%i%": ["%i%", ("x%i%",), {"a": "%i%%i%"}], "n": 1, "b": True, "z": None}
    assert with_index(value, "%i%", "7") == {
        "%i%": ["7", ["x7"], {"a": "77"}],
        "n": 1,
        "b": True,
        "z": None,
    }


def test_numbered_members_are_in_order():
    names = [one.name for one in by_index([member("10"), member("9"), member("0")])]
    assert names == ["0", "9", "10"]


def test_drawn_names_stay_until_they_are_used_and_never_come_back():
    here = MemoryHere()
    first = draw_names(here, [], 2)
    here.save()
    assert draw_names(here, [], 2) == first
    assert draw_names(here, [], 1) == first[:1]
    more = draw_names(here, [member(first[0])], 2)
    assert more[0] == first[1]
    assert first[0] not in more
    assert first[0] not in draw_names(here, [], 9)
