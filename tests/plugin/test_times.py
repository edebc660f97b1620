from datetime import UTC, datetime

import pytest

from calor.plugin.times import is_future, is_json, is_time, is_timezone, parse_time


@pytest.mark.parametrize(
    ("check", "value"),
    [
        (is_time, "2012"),
        (is_time, "2012-02"),
        (is_time, "2012-2-4"),
        (is_time, "2012-02-14T20:53:07+05:30"),
        (is_time, "20120214T205307Z"),
        (is_future, ""),
        (is_future, " 2999-01-01T00:00:00Z "),
        (is_future, "2999-01-01"),
        (is_timezone, ""),
        (is_timezone, "Europe/Berlin"),
        (is_json, ""),
        (is_json, '{"a": [1]}'),
    ],
)
def test_a_right_notation_is_accepted(check, value):
    assert check(value) is None


@pytest.mark.parametrize(
    ("check", "value"),
    [
        (is_time, ""),
        (is_time, "2012-13"),
        (is_time, "2012-02-30"),
        (is_time, "yesterday"),
        (is_future, "1999-01-01"),
        (is_future, "tomorrow"),
        (is_timezone, "Nowhere/Land"),
        (is_timezone, "../../etc/passwd"),
        (is_timezone, "America"),
        (is_timezone, "a\0"),
        (is_json, "[1"),
        (is_json, "[" * 100_000),
    ],
)
def test_a_wrong_notation_is_explained(check, value):
    problem = check(value)
    assert problem
    assert len(problem) < 250


def test_a_time_without_a_zone_is_in_utc():
    assert parse_time("2012-02-14T20:53") == datetime(2012, 2, 14, 20, 53, tzinfo=UTC)
