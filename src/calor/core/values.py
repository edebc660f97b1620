"""The values a template is made of, and the two that only the language knows."""

from typing import Any, Final, TypeAlias, final

from typing_extensions import override

Value: TypeAlias = Any
"""None, bool, int, float, str, a list or a str-keyed dict of values, or `UNKNOWN` inside them."""


@final
class Unknown:
    """A value that nobody can know before the cloud has answered."""

    __slots__ = ()

    @override
    def __repr__(self) -> str:
        return "UNKNOWN"

    def __bool__(self) -> bool:
        """Refuse: whoever asks has forgotten that a value may be unknown."""
        raise TypeError("an unknown value is neither true nor false")


@final
class Absent:
    """The value of an `if` without `else` whose condition is false: its place is removed."""

    __slots__ = ()

    @override
    def __repr__(self) -> str:
        return "ABSENT"


UNKNOWN: Final = Unknown()
ABSENT: Final = Absent()


def has_unknown(value: Value) -> bool:
    """Return whether a value is unknown anywhere inside."""
    if value is UNKNOWN:
        return True
    if isinstance(value, dict):
        return any(has_unknown(item) for item in value.values())
    if isinstance(value, list | tuple):
        return any(has_unknown(item) for item in value)
    return False


def kind_of(value: Value) -> str:
    """Name the kind of a value as template authors do."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return "string"
        case dict():
            return "map"
        case list() | tuple():
            return "list"
        case _:
            return type(value).__name__.lower()
