"""What an operator allows is allowed, and one more is not."""

import pytest

from calor.core.errors import LimitExceeded
from calor.engine.limits import UNLIMITED, Limits


@pytest.mark.parametrize(
    ("limit", "refuse", "most"),
    [
        ("stacks_per_project", "refuse_stacks", 1),
        ("resources_per_tree", "refuse_resources", 2),
        ("depth", "refuse_depth", 2),
        ("snapshots_per_stack", "refuse_snapshots", 1),
    ],
)
def test_as_many_as_are_allowed(limit, refuse, most):
    getattr(Limits(**{limit: 2}), refuse)(most)
    with pytest.raises(LimitExceeded, match=r"there may be 2 .*, not 3"):
        getattr(Limits(**{limit: 2}), refuse)(most + 1)
    getattr(Limits(**{limit: UNLIMITED}), refuse)(10**6)
