"""Turn what somebody supplied into a value of a parameter's kind.

Text stands for numbers, booleans, lists and JSON, since a command line has
nothing else.  Whatever is accepted is finite, of bounded depth, and can be
written as JSON.
"""

from collections.abc import Callable
from math import isfinite
from typing import Final

import msgspec

from calor.core.errors import CalorError
from calor.core.source import shorten
from calor.core.template.parameters.declaration import ParameterKind
from calor.core.values import UNKNOWN, Value, has_unknown, kind_of

MAX_DEPTH: Final = 100
MAX_PARTS: Final = 1_000_000
MAX_BITS: Final = 1024
MAX_NUMBER_TEXT: Final = 400
MAX_JSON_TEXT: Final = 1 << 20

WORDS: Final = {
    **dict.fromkeys(("1", "t", "true", "on", "y", "yes"), True),
    **dict.fromkeys(("0", "f", "false", "off", "n", "no"), False),
}


class Misfit(CalorError):
    """A value cannot be taken for what was expected; the message never quotes it."""


def coerce(kind: ParameterKind, value: Value) -> Value:
    """Return a value as one of this kind; parts that are unknown stay so."""
    return UNKNOWN if value is UNKNOWN else COERCIONS[kind](value)


def as_text(value: Value) -> Value:
    """Take text as it is and anything else as Python writes it, as Heat does."""
    if isinstance(value, str):
        return value
    check_shape(value)
    return UNKNOWN if has_unknown(value) else str(value)


def as_number(value: Value) -> Value:
    """Take a finite number, or text that is one in plain digits."""
    number = _number_in(value) if isinstance(value, str) else value
    if not isinstance(number, int | float):
        raise Misfit("expected a number")
    check_scalar(number)
    return int(number) if isinstance(number, bool) else number


def as_boolean(value: Value) -> Value:
    """Take a boolean, one of the words people use for one, or 1 and 0."""
    text = str(value) if isinstance(value, bool) or value in (0, 1) else value
    word = WORDS.get(text.strip().lower()) if isinstance(text, str) else None
    if word is None:
        raise Misfit("expected a boolean such as true or false")
    return word


def as_list(value: Value) -> Value:
    """Take a list, whose items become text, or text with commas in it."""
    if isinstance(value, list):
        check_shape(value)
        return [as_text(item) for item in value]
    if isinstance(value, str):
        return value.split(",") if value else []
    raise Misfit("expected a list or comma-delimited text")


def as_json(value: Value) -> Value:
    """Take a map or a list, or JSON text; empty text stays empty text."""
    if isinstance(value, str):
        value = decode_json(value) if value else value
    check_shape(value)
    return value


def decode_json(text: str) -> Value:
    """Return what JSON text says."""
    if len(text) > MAX_JSON_TEXT:
        raise Misfit(f"expected JSON text of at most {MAX_JSON_TEXT} characters")
    try:
        return msgspec.json.decode(text)
    except RecursionError:
        raise Misfit(f"expected JSON nested at most {MAX_DEPTH} deep") from None
    except UnicodeEncodeError:
        raise Misfit("expected JSON text; it has characters in it that are no text") from None
    except msgspec.DecodeError as problem:
        raise Misfit(f"expected a map, a list or JSON text; {problem}") from None


def check_shape(value: Value) -> None:
    """Refuse what is nested too deep, is endless, or cannot be written as JSON."""
    level, parts = [value], 0
    for _ in range(MAX_DEPTH):
        level = [inner for one in level for inner in _inside(one)]
        parts += len(level)
        if not level:
            return
        if parts > MAX_PARTS:
            break
    raise Misfit(f"expected a value nested at most {MAX_DEPTH} deep, of at most {MAX_PARTS} parts")


def check_scalar(value: Value) -> None:
    """Refuse numbers beyond all use, and what is no value at all."""
    match value:
        case bool() | None | str():
            return
        case int():
            if value.bit_length() > MAX_BITS:
                raise Misfit(f"expected a number of at most {MAX_BITS} bits")
        case float():
            if not isfinite(value):
                raise Misfit("expected a finite number")
        case _ if value is UNKNOWN:
            return
        case _:
            raise Misfit(f"a {type(value).__name__} is no value that a template knows")


def describe(value: Value) -> str:
    """Say what was given, quoting it only where it is small."""
    match value:
        case str():
            return f"the text {shorten(value)}"
        case bool():
            return f"the boolean {str(value).lower()}"
        case int() | float() if not -(10**40) < value < 10**40:
            return "a number beyond all use"
        case int() | float():
            return f"the number {value}"
        case _:
            return f"a {kind_of(value)}"


def _inside(value: Value) -> list[Value]:
    match value:
        case dict():
            if not all(isinstance(key, str) for key in value):
                raise Misfit("expected every key to be text")
            return list(value.values())
        case list():
            return value
        case _:
            check_scalar(value)
            return []


def _number_in(text: str) -> float:
    digits = text.strip()
    if not digits.isascii() or len(digits) > MAX_NUMBER_TEXT:
        raise Misfit(f"expected a number in at most {MAX_NUMBER_TEXT} plain digits")
    for read in (int, float):
        try:
            return read(digits)
        except ValueError:
            continue
    raise Misfit("expected a number")


COERCIONS: Final[dict[ParameterKind, Callable[[Value], Value]]] = {
    ParameterKind.STRING: as_text,
    ParameterKind.NUMBER: as_number,
    ParameterKind.LIST: as_list,
    ParameterKind.JSON: as_json,
    ParameterKind.BOOLEAN: as_boolean,
}
