"""Actions and statuses in filters."""

import pytest

from calor.api.orchestration.words import in_words


@pytest.mark.parametrize(
    ("statuses", "actions", "found"),
    [
        ([], [], ((), ())),
        (["COMPLETE"], [], ((), ("COMPLETE",))),
        (["CREATE_IN_PROGRESS"], [], (("CREATE",), ("IN_PROGRESS",))),
        (["CREATE_FAILED", "FAILED"], ["UPDATE"], (("UPDATE", "CREATE"), ("FAILED",))),
        (["NONSENSE"], ["x"], (("x",), ("NONSENSE",))),
    ],
)
def test_words_are_taken_apart(statuses, actions, found):
    assert in_words(statuses, actions) == found
