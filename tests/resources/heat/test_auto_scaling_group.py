"""Groups that scale: members of drawn names, the oldest of which go first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calor.core.errors import EvaluationError, ResourceFailed
from calor.core.state import Action
from calor.core.values import UNKNOWN
from calor.resources.heat.auto_scaling_group import AutoScalingGroup
from tests.resources.heat.driving import Scaling, Stack, made, problems

CREATE, UPDATE = Action.CREATE, Action.UPDATE


def group(low, high, desired=None, text="one", **more):
    capacity = {} if desired is None else {"desired_capacity": desired}
    definition = {"type": "T", "properties": {"text": text}}
    return made(
        AutoScalingGroup, min_size=low, max_size=high, resource=definition, **capacity, **more
    )


def test_a_group_starts_with_the_desired_capacity_or_else_the_least():
    assert Scaling().roll_out(group(1, 5, 3), CREATE) == ["+a +b +c"]
    assert Scaling().roll_out(group(2, 5), CREATE) == ["+a +b"]
    assert Scaling().roll_out(group(0, 5, 0), CREATE) == [""]


def test_names_have_twelve_letters_and_survive_the_engine():
    stack = Stack()
    stack.here.begin(CREATE)
    it = group(2, 2)
    first = it.next_phase(stack.here, None)
    stack.here.save()
    assert it.next_phase(stack.here, None) == first
    assert all(len(name) == 12 and name.islower() for name in first.template["resources"])


def test_an_update_keeps_the_size_within_the_bounds():
    stack = Scaling()
    stack.roll_out(group(1, 9, 3), CREATE)
    assert stack.roll_out(group(1, 9), UPDATE) == ["a b c"]
    assert stack.roll_out(group(1, 2), UPDATE) == ["-a b c"]
    assert stack.roll_out(group(4, 5), UPDATE) == ["b c +d +e"]
    assert stack.roll_out(group(1, 5, 2), UPDATE) == ["-b -c d e"]


def test_members_that_failed_go_first():
    stack = Scaling()
    stack.roll_out(group(1, 9, 3), CREATE)
    stack.fail(stack.called("b"))
    assert stack.roll_out(group(1, 9), UPDATE) == ["a -b c"]


def test_members_that_failed_are_repaired_where_they_are_wanted():
    stack = Scaling()
    stack.roll_out(group(1, 9, 3), CREATE)
    stack.fail(stack.called("b"))
    assert stack.roll_out(group(1, 9, 3), UPDATE) == ["a [b] c"]


def test_members_change_one_after_another():
    stack = Scaling()
    stack.roll_out(group(1, 9, 3), CREATE)
    assert stack.roll_out(group(1, 9, text="two"), UPDATE) == ["[a] b c", "a [b] c", "a b [c]"]


def test_members_change_in_batches_with_pauses_and_the_group_grows_in_the_end():
    stack = Scaling()
    pace = {"rolling_updates": {"max_batch_size": 2, "pause_time": 3, "min_in_service": 1}}
    stack.roll_out(group(1, 9, 3), CREATE)
    assert stack.roll_out(group(1, 9, 5, text="two", **pace), UPDATE) == [
        "[a] [b] c",
        "after 3s: a b [c]",
        "a b c +d +e",
    ]


def test_a_spare_member_stays_and_an_old_one_goes():
    stack = Scaling()
    pace = {"rolling_updates": {"min_in_service": 2}}
    stack.roll_out(group(1, 9, 2), CREATE)
    assert stack.roll_out(group(1, 9, text="two", **pace), UPDATE) == [
        "a b +c",
        "[a] b c",
        "a -b c",
    ]


def test_pauses_longer_than_the_timeout_fail_the_update():
    stack = Scaling()
    stack.roll_out(group(1, 9, 3), CREATE)
    with pytest.raises(ResourceFailed):
        stack.roll_out(group(1, 9, text="two", rolling_updates={"pause_time": 1800}), UPDATE)


def test_what_others_read_becomes_outputs_and_attributes():
    stack = Scaling()
    stack.here.reads = [("outputs", "ip"), ("outputs_list", "ip"), ("resource.0.ip",), ("refs",)]
    it = group(2, 3)
    stack.roll_out(it, CREATE)
    assert sorted(stack.template["outputs"]) == ["attributes, ip", "refs_map"]
    stack.roll_out(group(3, 3), UPDATE)
    stack.fail(stack.called("b"))
    first, last = stack.called("a"), stack.called("c")

    def read(*path):
        return it.child_attribute(stack.here, stack.child(), path)

    assert read("current_size") == 2
    assert read("refs") == [f"ref-{first}", f"ref-{last}"]
    assert read("refs_map", last) == f"ref-{last}"
    assert read("outputs", "ip") == {first: f"{first}.ip", last: f"{last}.ip"}
    assert read("outputs_list", "kept", "inside") == [first, last]
    assert read("resource.1") == f"ref-{last}"
    assert read("resource.0.ip") == f"{first}.ip"
    assert read("resource.0.kept", "inside") == first
    assert sorted(read()) == ["current_size", "refs", "refs_map"]
    for wrong in [("resource.5",), ("resource.x.ip",), ("outputs",), ("anything",)]:
        with pytest.raises(EvaluationError):
            read(*wrong)


@pytest.mark.parametrize(
    ("low", "high", "desired", "number"),
    [(1, 2, None, 0), (2, 1, None, 1), (1, 3, 4, 1), (1, 3, 0, 1), (0, 10**9, 1, 1)],
)
def test_sizes_must_fit_together(low, high, desired, number):
    assert len(list(group(low, high, desired).problems())) == number


def test_nothing_is_said_about_what_is_not_known():
    known = {"resource": {"type": UNKNOWN}, "min_size": UNKNOWN, "max_size": 1}
    assert problems(AutoScalingGroup, **known) == []
    assert problems(AutoScalingGroup, resource={"type": 3}, min_size=0, max_size=1) != []
    assert problems(AutoScalingGroup, resource={}, min_size=0, max_size=1) != []


@given(
    st.lists(st.tuples(st.integers(0, 6), st.sampled_from("xy")), min_size=1, max_size=5),
    st.integers(1, 4),
    st.integers(0, 4),
)
def test_after_any_updates_the_group_is_as_the_last_one_says(steps, most, least):
    stack = Stack()
    pace = {"rolling_updates": {"max_batch_size": most, "min_in_service": least}}
    stack.roll_out(group(0, 6, 3, **pace), CREATE)
    for size, text in steps:
        before = len(stack.members)
        stack.roll_out(group(0, 6, size, text, **pace), UPDATE)
        assert len(stack.members) == (size or before)
        texts = {one.definition["properties"]["text"] for one in stack.members.values()}
        assert texts <= {text}
