"""Constraints on parameter and property values.

Each says in a sentence what is wrong with a value, or nothing.  An author may
give a description, which then stands in place of that sentence.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import regex
from typing_extensions import override

from calor.core.source import shorten
from calor.core.values import Value

Lookup: TypeAlias = Callable[[str, Value], str | None]
"""Takes a custom constraint's name and a value; returns what is wrong, or nothing.

Custom constraints ask the cloud or know a notation; both lie outside the core.
"""

PATTERN_SECONDS = 0.5
"""What one match may take; a sane pattern needs microseconds, an evil one needs aeons."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint(ABC):
    """Something a value must fulfil."""

    description: str | None = None

    def problem(self, value: Value, lookup: Lookup) -> str | None:
        """Return what is wrong with a value, in the author's words where there are any."""
        found = self.violation(value, lookup)
        return found and (self.description or found)

    @abstractmethod
    def violation(self, value: Value, lookup: Lookup) -> str | None:
        """Return what is wrong with a value in our own words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Length(Constraint):
    """Bounds on the length of a string, list or map."""

    low: int | None = None
    high: int | None = None

    @override
    def violation(self, value: Value, lookup: Lookup) -> str | None:
        if not isinstance(value, str | list | dict):
            return f"{shorten(value)} has no length"
        if _within(len(value), self.low, self.high):
            return None
        return f"length {len(value)} is out of range ({_bounds(self.low, self.high)})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Range(Constraint):
    """Bounds on a number."""

    low: float | None = None
    high: float | None = None

    @override
    def violation(self, value: Value, lookup: Lookup) -> str | None:
        if not isinstance(value, int | float):
            return f"{shorten(value)} is not a number"
        if _within(value, self.low, self.high):
            return None
        return f"{shorten(value)} is out of range ({_bounds(self.low, self.high)})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Modulo(Constraint):
    """A number must be a multiple of `step`, moved by `offset`."""

    step: int
    offset: int = 0

    @override
    def violation(self, value: Value, lookup: Lookup) -> str | None:
        if isinstance(value, int | float) and self.step and value % self.step == self.offset:
            return None
        return f"{shorten(value)} is not a multiple of {self.step} with an offset of {self.offset}"


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowedValues(Constraint):
    """One of a list; of a list value, every item must be."""

    allowed: tuple[Value, ...]

    @override
    def violation(self, value: Value, lookup: Lookup) -> str | None:
        given = value if isinstance(value, list) else (value,)
        wrong = [one for one in given if not self._has(one)]
        if not wrong:
            return None
        choices = ", ".join(shorten(one) for one in self.allowed[:30])
        return f"{shorten(wrong[0])} is not one of the allowed values: {choices}"

    def _has(self, value: Value) -> bool:
        if isinstance(value, str) and value in self.allowed:
            return True
        return any(_is_same(value, one) for one in self.allowed)


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowedPattern(Constraint):
    """A regular expression that must match the whole value."""

    pattern: str

    @override
    def violation(self, value: Value, lookup: Lookup) -> str | None:
        text = value if isinstance(value, str) else shorten(value)
        try:
            matches = compiled(self.pattern).fullmatch(text, timeout=PATTERN_SECONDS)
        except TimeoutError:
            return f"the pattern {shorten(self.pattern)} takes too long to match; simplify it"
        except regex.error as problem:
            return f"the pattern {shorten(self.pattern)} is not a regular expression: {problem}"
        return None if matches else f"{shorten(value)} does not match the pattern {self.pattern!r}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Custom(Constraint):
    """A check that lies outside the language, such as whether a flavor exists."""

    name: str

    @override
    def violation(self, value: Value, lookup: Lookup) -> str | None:
        return lookup(self.name, value)


@lru_cache(maxsize=512)
def compiled(pattern: str) -> "regex.Pattern[str]":
    """Return a compiled pattern."""
    return regex.compile(pattern)


def anything(_: str, __: Value) -> None:
    """Look up nothing: accept every value under every custom constraint."""


def _is_same(value: Value, allowed: Value) -> bool:
    """Compare a typed value with one that was written with or without quotes."""
    if isinstance(value, bool) or isinstance(allowed, bool):
        return shorten(value).strip("'").lower() == str(allowed).lower()
    if isinstance(value, str) and isinstance(allowed, int | float):
        return value == str(allowed)
    if isinstance(value, int | float) and isinstance(allowed, str):
        return shorten(value) == allowed
    return bool(value == allowed)


def _within(number: float, low: float | None, high: float | None) -> bool:
    return (low is None or number >= low) and (high is None or number <= high)


def _bounds(low: float | None, high: float | None) -> str:
    named = (("min", low), ("max", high))
    return ", ".join(f"{name} {bound}" for name, bound in named if bound is not None)
