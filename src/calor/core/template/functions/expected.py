"""What functions expect of their arguments, and how much they may make of them."""

from typing import Final

from calor.core.errors import EvaluationError
from calor.core.values import Value, kind_of

MAX_TEXT: Final = 10_000_000
"""Characters a function may make."""
MAX_ITEMS: Final = 100_000
"""Items a function may make of a text, or by repeating a template."""


def expect_text(value: Value, what: str) -> str:
    """Return a value that must be a string."""
    if not isinstance(value, str):
        raise EvaluationError(f"{what} must be a string, not {kind_of(value)}")
    return value


def expect_list(value: Value, what: str) -> list[Value]:
    """Return a value that must be a list."""
    if not isinstance(value, list):
        raise EvaluationError(f"{what} must be a list, not {kind_of(value)}")
    return value


def expect_map(value: Value, what: str) -> dict[Value, Value]:
    """Return a value that must be a map."""
    if not isinstance(value, dict):
        raise EvaluationError(f"{what} must be a map, not {kind_of(value)}")
    return value


def expect_length(length: int) -> None:
    """Refuse a text that would become too long, before it is made."""
    if length > MAX_TEXT:
        raise EvaluationError(f"the result would be longer than {MAX_TEXT} characters")


def expect_count(count: int) -> None:
    """Refuse a list that would become too long, before it is made."""
    if count > MAX_ITEMS:
        raise EvaluationError(f"the result would have more than {MAX_ITEMS} items")
