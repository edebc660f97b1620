import pytest

from calor.core.errors import LimitExceeded
from calor.engine.limits import UNLIMITED, Limits


def test_the_last_one_allowed_is_allowed():
    Limits(stacks_per_project=3).refuse_stacks(2)
    Limits(resources_per_tree=3).refuse_resources(3)
    Limits(depth=3).refuse_depth(3)
    Limits(snapshots_per_stack=3).refuse_snapshots(2)


@pytest.mark.parametrize(
    ("refuse", "wanted"),
    [
        (Limits(stacks_per_project=3).refuse_stacks, 3),
        (Limits(resources_per_tree=3).refuse_resources, 4),
        (Limits(depth=3).refuse_depth, 4),
        (Limits(snapshots_per_stack=3).refuse_snapshots, 3),
    ],
)
def test_one_more_is_refused_with_the_limit_in_the_message(refuse, wanted):
    with pytest.raises(LimitExceeded, match=r"there may be 3 .*, not 4"):
        refuse(wanted)


def test_what_is_unlimited_is_never_refused():
    Limits(resources_per_tree=UNLIMITED).refuse_resources(10**9)


def test_an_action_may_take_what_the_request_says_or_else_what_the_operator_does():
    assert Limits(action_seconds=90).seconds_for(None) == 90
    assert Limits(action_seconds=90).seconds_for(0) == 90
    assert Limits(action_seconds=90).seconds_for(2) == 120
