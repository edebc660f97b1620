"""Turn what an author wrote into a value of the kind a property has.

Authors quote numbers and leave texts unquoted, and both have always worked, so
each function takes what can be meant and raises `Misfit` for the rest.
"""

from collections.abc import Callable
from math import isfinite
from typing import Final

from calor.core.schema.model import Kind
from calor.core.source import shorten
from calor.core.values import Value, kind_of

EMPTY: Final[dict[Kind, Callable[[], Value]]] = {
    Kind.STRING: str,
    Kind.INTEGER: int,
    Kind.NUMBER: int,
    Kind.BOOLEAN: bool,
    Kind.MAP: dict,
    Kind.LIST: list,
}
"""What an explicit null means for a property without a default."""


class Misfit(Exception):
    """A value is not of the expected kind; never leaves this package."""

    def __init__(self, expected: str, value: Value, hint: str | None = None) -> None:
        super().__init__(f"expected {expected}, got {describe(value)}")
        self.expected = expected
        self.hint = hint


def as_string(value: Value) -> str:
    """Take a string, an integer or a boolean."""
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        try:
            return str(value)
        except ValueError:
            raise Misfit("a string", value) from None
    raise Misfit("a string", value, "put it in quotes" if isinstance(value, float) else None)


def as_integer(value: Value) -> int:
    """Take a whole number, also in quotes; a fraction is cut off."""
    if isinstance(value, int):
        return int(value)
    try:
        return int(value)
    except (TypeError, ValueError, OverflowError):
        raise Misfit("a whole number", value) from None


def as_number(value: Value) -> float:
    """Take a finite number, also in quotes."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int | float | str):
        number = value if isinstance(value, int | float) else _parse_number(value)
        if isinstance(number, int) or isfinite(number):
            return number
    raise Misfit("a number", value)


def as_boolean(value: Value) -> bool:
    """Take a boolean or the words true and false."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in {"true", "false"}:
        return value.lower() == "true"
    raise Misfit("true or false", value)


SCALARS: Final[dict[Kind, Callable[[Value], Value]]] = {
    Kind.STRING: as_string,
    Kind.INTEGER: as_integer,
    Kind.NUMBER: as_number,
    Kind.BOOLEAN: as_boolean,
}


def split(text: str) -> list[Value]:
    """Take a comma-delimited text for a list."""
    return list(text.split(",")) if text else []


def describe(value: Value) -> str:
    """Say what was given, quoting it only where it is small."""
    match value:
        case None:
            return "null"
        case bool():
            return "the boolean true" if value else "the boolean false"
        case str():
            return f"the string {shorten(value, 40)}"
        case int() | float() if abs(value) < 10**40:
            return f"the number {value}"
        case _:
            return f"a {kind_of(value)}"


def _parse_number(text: str) -> float:
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        raise Misfit("a number", text) from None
