"""Notations of times and zones, and JSON in a string."""

import json
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import regex

from calor.core.source import shorten

EXAMPLE = "2030-01-31T12:00:00Z"
DAY = regex.compile(r"(?P<year>\d{4})(-?(?P<month>\d{1,2})(-(?P<day>\d{1,2}))?)?", regex.ASCII)


def is_time(value: str) -> str | None:
    """Accept a day or a time in ISO 8601."""
    return None if parse_time(value) else f"{shorten(value)} is not a time such as {EXAMPLE}"


def is_future(value: str) -> str | None:
    """Accept a time that lies ahead, or none at all."""
    if not value:
        return None
    time = parse_time(value.strip())
    if time is None:
        return is_time(value)
    return None if time > datetime.now(UTC) else f"{shorten(value)} is in the past"


def is_timezone(value: str) -> str | None:
    """Accept a zone such as Europe/Berlin, or none at all."""
    if not value:
        return None
    try:
        ZoneInfo(value)
    except (KeyError, ValueError, OSError):
        return f"{shorten(value)} is not a time zone such as 'Europe/Berlin'"
    return None


def is_json(value: str) -> str | None:
    """Accept JSON, or nothing at all."""
    if not value:
        return None
    try:
        json.loads(value)
    except ValueError as problem:
        return f"{shorten(value)} is not JSON: {problem}"
    except RecursionError:
        return "the JSON is nested too deeply"
    return None


def parse_time(value: str) -> datetime | None:
    """Read a time in ISO 8601; one without a zone is in UTC."""
    try:
        time = datetime.fromisoformat(value)
    except ValueError:
        return _parse_day(value)
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _parse_day(value: str) -> datetime | None:
    found = DAY.fullmatch(value)
    if found is None:
        return None
    try:
        year, month, day = (int(found[name] or 1) for name in ("year", "month", "day"))
        return datetime(year, month, day, tzinfo=UTC)
    except ValueError:
        return None
