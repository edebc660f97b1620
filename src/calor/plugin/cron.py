"""The notation of cron: when something is to happen again and again."""

from typing import Final, NamedTuple

from calor.core.source import shorten


class Field(NamedTuple):
    """One field of an expression."""

    name: str
    low: int
    high: int
    words: tuple[str, ...] = ()
    signs: tuple[str, ...] = ("*",)
    """What may stand in a number's place."""


MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
DAYS: Final = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
FIELDS: Final = (
    Field("minute", 0, 59),
    Field("hour", 0, 23),
    Field("day of month", 1, 31, signs=("*", "?", "l")),
    Field("month", 1, 12, MONTHS),
    Field("day of week", 0, 7, DAYS, signs=("*", "?")),
    Field("second", 0, 59),
    Field("year", 1970, 2099),
)
SHORTEST: Final = 5
LAST_WEEK: Final = 5
ALIASES: Final = frozenset(
    {"@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"}
)


def is_cron(value: str) -> str | None:
    """Accept five fields, or up to seven with seconds and years, or an alias like @daily."""
    if not value or value.strip().lower() in ALIASES:
        return None
    parts = value.lower().split(maxsplit=len(FIELDS))
    if not SHORTEST <= len(parts) <= len(FIELDS):
        return f"{shorten(value)} is not a cron expression of {SHORTEST} to {len(FIELDS)} fields"
    for part, field in zip(parts, FIELDS, strict=False):
        if not all(_fits(item, field) for item in part.split(",")):
            return f"{shorten(part)} is not a {field.name} in a cron expression"
    return None


def _fits(item: str, field: Field) -> bool:
    span, slash, step = item.partition("/")
    if slash and not (_is_number(step) and int(step) > 0):
        return False
    if span in field.signs:
        return True
    if field.words is DAYS:
        span = _without_week(span)
    elif "l" in field.signs:
        span = span.removesuffix("w")
    first, dash, last = span.partition("-")
    ends = (_number(one, field) for one in ((first, last) if dash else (first,)))
    return all(one is not None for one in ends)


def _without_week(span: str) -> str:
    """Take the week from `fri#2` and `l5`: the second Friday and the last one of a month."""
    day, hash_mark, week = span.partition("#")
    if hash_mark:
        return day if _is_number(week) and 1 <= int(week) <= LAST_WEEK else ""
    return span.removeprefix("l")


def _number(text: str, field: Field) -> int | None:
    if text in field.words:
        return field.words.index(text) + field.low
    if not _is_number(text) or not field.low <= int(text) <= field.high:
        return None
    return int(text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= len("1970")
