"""What a property's value must fulfil, in the words a declaration uses."""

from calor.core.schema.constraints import (
    AllowedPattern,
    AllowedValues,
    Custom,
    Length,
    Modulo,
    Range,
)
from calor.core.values import Value


def one_of(*allowed: Value) -> AllowedValues:
    """Accept only the given values; of a list, every item must be one of them."""
    return AllowedValues(allowed=allowed)


def at_least(low: float) -> Range:
    """Accept a number no smaller than this."""
    return Range(low=low)


def at_most(high: float) -> Range:
    """Accept a number no larger than this."""
    return Range(high=high)


def between(low: float, high: float) -> Range:
    """Accept a number in this range, both ends included."""
    return Range(low=low, high=high)


def multiple_of(step: int, offset: int = 0) -> Modulo:
    """Accept multiples of a number, moved by an offset."""
    return Modulo(step=step, offset=offset)


def length(low: int | None = None, high: int | None = None) -> Length:
    """Accept a string, list or map of this length."""
    return Length(low=low, high=high)


def matches(pattern: str) -> AllowedPattern:
    """Accept a string that a regular expression matches as a whole."""
    return AllowedPattern(pattern=pattern)


def check(name: str) -> Custom:
    """Accept what passes a check by name: a notation such as `ip_addr`, or `nova.keypair`."""
    return Custom(name=name)
