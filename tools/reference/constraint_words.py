"""Constraints in a few words."""

from typing import assert_never, cast

from calor.core.schema.constraints import (
    AllowedPattern,
    AllowedValues,
    Constraint,
    Custom,
    Length,
    Modulo,
    Range,
)
from tools.reference.markdown import code, codes

MOST_VALUES = 12

Known = Length | Range | Modulo | AllowedValues | AllowedPattern | Custom


def told(constraint: Constraint) -> str:
    """Say what a constraint demands."""
    match cast("Known", constraint):
        case Length(low=low, high=high):
            return f"length {_bounds(low, high)}"
        case Range(low=low, high=high):
            return _bounds(low, high)
        case Modulo(step=step, offset=offset):
            return f"a multiple of {step}" + (f", plus {offset}" if offset else "")
        case AllowedValues(allowed=allowed):
            more = f" and {len(allowed) - MOST_VALUES} more" if len(allowed) > MOST_VALUES else ""
            return f"one of {codes(allowed[:MOST_VALUES])}{more}"
        case AllowedPattern(pattern=pattern):
            return f"matches {code(pattern)}"
        case Custom(name=name):
            return f"check {code(name)}"
        case other:
            assert_never(other)


def _bounds(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f"from {low} to {high}"
    return f"at least {low}" if low is not None else f"at most {high}"
