import pytest

from calor.plugin.cron import is_cron


@pytest.mark.parametrize(
    "value",
    [
        "",
        "* * * * *",
        "*/5 0-12/2 1,15 jan-mar MON-FRI",
        "0 0 l * ?",
        "0 0 15w * *",
        "0 0 * * fri#2",
        "0 0 * * l5",
        "0 0 * * 7",
        "* * * * * 30",
        "* * * * * 0 2030",
        "@daily",
    ],
)
def test_an_expression_is_accepted(value):
    assert is_cron(value) is None


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("* * * *", "'* * * *' is not a cron expression of 5 to 7 fields"),
        ("60 * * * *", "'60' is not a minute in a cron expression"),
        ("* 24 * * *", "'24' is not a hour in a cron expression"),
        ("* * 0 * *", "'0' is not a day of month in a cron expression"),
        ("* * * 13 *", "'13' is not a month in a cron expression"),
        ("* * * * fri#6", "'fri#6' is not a day of week in a cron expression"),
        ("*/0 * * * *", "'*/0' is not a minute in a cron expression"),
        ("1,,2 * * * *", "'1,,2' is not a minute in a cron expression"),
        ("1- * * * *", "'1-' is not a minute in a cron expression"),
        ("² * * * *", "'²' is not a minute in a cron expression"),
    ],
)
def test_a_wrong_field_is_named(value, problem):
    assert is_cron(value) == problem


def test_too_many_fields_are_not_read():
    assert is_cron("* " * 1_000_000)
