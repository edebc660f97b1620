"""`repeat`: a list of copies of a template, one for each combination of values."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from calor.core.errors import EvaluationError
from calor.core.template.function import pure
from calor.core.template.functions.expected import (
    MAX_TEXT,
    expect_count,
    expect_list,
    expect_map,
    expect_text,
)
from calor.core.values import UNKNOWN, Unknown, Value

MAX_STEPS = 2_000_000
"""Values to make, and placeholders to look for in them, for all copies together."""

USAGE = "{template: value, for_each: {placeholder: list}}"
Rows = Iterable[Sequence[Value]]


@pure("repeat", USAGE, partial=True, lenient=True)
def repeat(*, template: Value, for_each: Value) -> Value:
    """Repeat a template over lists."""
    return copies(template, for_each, only_list, combinations)


@pure(
    "repeat", "{template: value, for_each: {placeholder: list or map}}", partial=True, lenient=True
)
def repeat_with_map(*, template: Value, for_each: Value) -> Value:
    """Repeat a template over lists and the keys of maps."""
    return copies(template, for_each, list_or_keys, combinations)


@pure(
    "repeat",
    "{template: value, for_each: {placeholder: list or map}, permutations: boolean}",
    partial=True,
    lenient=True,
)
def repeat_with_permutations(
    *, template: Value, for_each: Value, permutations: Value = True
) -> Value:
    """Repeat a template over combinations, or over several lists in parallel."""
    if not isinstance(permutations, bool):
        raise EvaluationError("permutations must be a boolean")
    if permutations:
        return copies(template, for_each, list_or_keys, combinations)
    return copies(template, for_each, only_list, in_parallel)


def only_list(value: Value) -> list[Value]:
    """Return the values of a placeholder."""
    return expect_list(value, "each value of for_each")


def list_or_keys(value: Value) -> list[Value]:
    """Return the values of a placeholder, which of a map are its keys."""
    return list(value) if isinstance(value, dict) else only_list(value)


def combinations(columns: list[list[Value]]) -> Rows:
    """Return each value with each other, the last column changing fastest."""
    expect_count(prod(map(len, columns)))
    return product(*columns)


def in_parallel(columns: list[list[Value]]) -> Rows:
    """Return the first values, the second ones, and so on."""
    if len(set(map(len, columns))) > 1:
        raise EvaluationError("without permutations the lists of for_each must be equally long")
    expect_count(max(map(len, columns), default=0))
    return zip(*columns, strict=True)


def copies(
    template: Value,
    for_each: Value,
    values_of: Callable[[Value], list[Value]],
    rows_of: Callable[[list[list[Value]]], Rows],
) -> Value:
    """Return a filled copy of the template for each row of values."""
    columns = expect_map(for_each, "for_each")
    if not columns:
        raise EvaluationError("for_each must name at least one placeholder")
    if any(one is UNKNOWN for one in columns.values()):
        return UNKNOWN
    rows = rows_of([values_of(one) for one in columns.values() if one is not None])
    if None in columns.values():
        return []
    allowance = Allowance(MAX_STEPS, MAX_TEXT)
    names = [expect_text(one, "each placeholder") for one in columns]
    return [Copy(names, row, allowance).of(template) for row in rows]


@dataclass(slots=True)
class Allowance:
    """What all copies together may still use."""

    steps: int
    characters: int

    def use(self, steps: int, characters: int = 0) -> None:
        """Use up some of it."""
        self.steps -= steps
        self.characters -= characters
        if self.steps < 0 or self.characters < 0:
            raise EvaluationError("the copies become too many and too large")

    def expect(self, characters: int) -> None:
        """Refuse a text that would become too long, before it is made."""
        if characters > self.characters:
            raise EvaluationError("the copies become too large")


@dataclass(frozen=True, slots=True)
class Copy:
    """Makes one copy of a template with the placeholders replaced."""

    placeholders: list[str]
    values: Sequence[Value]
    allowance: Allowance

    def of(self, template: Value) -> Value:
        """Return a copy; a text with an unknown value in it is unknown."""
        match template:
            case str():
                return self._text(template)
            case list():
                self.allowance.use(1)
                return [self.of(one) for one in template]
            case dict():
                self.allowance.use(1)
                items = [(self.of(key), self.of(one)) for key, one in template.items()]
                return UNKNOWN if any(key is UNKNOWN for key, _ in items) else dict(items)
            case _:
                self.allowance.use(1)
                return template

    def _text(self, text: str) -> str | Unknown:
        self.allowance.use(1 + len(self.values))
        for placeholder, value in zip(self.placeholders, self.values, strict=True):
            count = text.count(placeholder)
            if isinstance(value, Unknown):
                if count:
                    return UNKNOWN
                continue
            replacement = expect_text(value, "each item of the lists of for_each")
            self.allowance.expect(len(text) + count * (len(replacement) - len(placeholder)))
            text = text.replace(placeholder, replacement)
        self.allowance.use(0, len(text))
        return text
