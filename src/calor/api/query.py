"""What may stand behind the question mark: declared with a route, read once, then typed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qsl

from calor.api.faults import BadRequest
from calor.core.source import did_you_mean, shorten

MOST_FIELDS: Final = 200
MOST_DIGITS: Final = 18


@dataclass(frozen=True, slots=True)
class Query:
    """One name that a query may have."""

    name: str
    doc: str
    kind: type[str] | type[int] | type[bool] = str
    many: bool = False
    """Whether it may be given several times."""
    choices: tuple[str, ...] = ()
    """All that it may be, if it may not be anything; whoever reads it refuses the rest."""


def boolean(name: str, text: str) -> bool:
    """Return a truth value."""
    if (word := text.lower()) not in ("true", "false"):
        raise BadRequest(f"{name} is either true or false, not {shorten(text)}")
    return word == "true"


def number(name: str, text: str) -> int:
    """Return a number that is not negative."""
    if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS:
        return int(text)
    raise BadRequest(f"{name} is a number and not negative, not {shorten(text)}")


READERS: Final[Mapping[type, Callable[[str, str], Any]]] = {
    str: lambda _, text: text,
    int: number,
    bool: boolean,
}


def read_query(declared: Mapping[str, Query], raw: bytes, *, is_closed: bool) -> dict[str, Any]:
    """Return the values of a query; what is not declared is left out, or refused if it is closed.

    Of what may stand only once, the last counts; what may stand often gives a list.
    """
    values: dict[str, Any] = {}
    for name, text in _pairs(raw):
        query = declared.get(name)
        if query is None:
            _refuse_unknown(name, tuple(declared), is_closed=is_closed)
        elif query.many:
            values.setdefault(name, []).append(READERS[query.kind](name, text))
        else:
            values[name] = READERS[query.kind](name, text)
    return values


def _pairs(raw: bytes) -> list[tuple[str, str]]:
    try:
        return parse_qsl(
            raw.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS
        )
    except ValueError as problem:
        raise BadRequest(f"the query cannot be read: {problem}") from None


def _refuse_unknown(name: str, known: Sequence[str], *, is_closed: bool) -> None:
    if is_closed:
        hint = did_you_mean(name, known)
        raise BadRequest(f"there is no filter {shorten(name)}" + (f"; {hint}" if hint else ""))
