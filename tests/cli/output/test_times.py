import pytest

from calor.cli.output.times import ago, since

NOON = 1_767_268_800.0
"""2026-01-01T12:00:00Z."""


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("2026-01-01T12:00:00Z", "now"),
        ("2026-01-01T11:59:58Z", "2s ago"),
        ("2026-01-01T11:57:00Z", "3m ago"),
        ("2026-01-01T07:59:00Z", "4h ago"),
        ("2025-12-27T12:00:00Z", "5d ago"),
        ("2027-01-01T00:00:00Z", "now"),
        ("yesterday", "yesterday"),
    ],
)
def test_a_time_is_told_by_how_long_ago_it_was(written, told):
    assert since(written, NOON) == told


def test_a_time_that_is_not_there_is_not_told():
    assert ago("updated_time")({"updated_time": None}) is None
