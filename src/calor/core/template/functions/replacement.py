"""`str_replace` and its kin: fill the placeholders of a text."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from calor.core.errors import EvaluationError
from calor.core.source import shorten
from calor.core.template.function import pure
from calor.core.template.functions.expected import expect_length, expect_map, expect_text
from calor.core.template.functions.text import json_text, scalar_text
from calor.core.values import Value, kind_of

MAX_MATCHES = 1_000_000
"""Occurrences of placeholders that are looked at in one text."""
MAX_SCANNED = 1_000_000_000
"""Characters of text, times placeholders, that are searched through."""

USAGE = "{template: string, params: {placeholder: value}}"


def scalar(value: Value) -> str:
    """Return the text of a scalar; null is empty."""
    match value:
        case None:
            return ""
        case str() | int() | float():
            return scalar_text(value)
        case _:
            raise EvaluationError(f"params must be strings or numbers, not {kind_of(value)}")


def scalar_or_json(value: Value) -> str:
    """Return the text of a scalar, or JSON; null is empty."""
    return json_text(value) if isinstance(value, dict | list) else scalar(value)


def not_empty(value: Value) -> str:
    """Return the text of a scalar, or JSON, neither null nor empty."""
    if value is None or value in ("", [], {}):
        raise EvaluationError("params must neither be null nor empty")
    return scalar_or_json(value)


@dataclass(frozen=True, slots=True)
class Hit:
    """A placeholder found in the text."""

    start: int
    end: int
    value: str


def fill(template: Value, params: Value, text_of: Callable[[Value], str], *, strict: bool) -> str:
    """Fill placeholders, longest first; what was filled in is never searched again."""
    text = expect_text(template, "the template")
    values = texts(expect_map(params, "params"), text_of)
    if len(text) * len(values) > MAX_SCANNED:
        raise EvaluationError("there are too many params for a template as long as this")
    search = Search(text, bytearray(len(text)))
    missing = []
    for placeholder in sorted(values, key=lambda one: (-len(one), one)):
        before = len(search.hits)
        search.take(placeholder, values[placeholder])
        if len(search.hits) == before:
            missing.append(placeholder)
    if strict and missing:
        names = ", ".join(shorten(one) for one in missing[:10])
        raise EvaluationError(f"these params do not occur in the template: {names}")
    return search.filled()


def texts(params: dict[Value, Value], text_of: Callable[[Value], str]) -> dict[str, str]:
    """Return what to put in place of each placeholder."""
    if not all(isinstance(one, str) and one for one in params):
        raise EvaluationError("placeholders must be strings, and not empty")
    filled = {}
    for placeholder, value in params.items():
        try:
            filled[placeholder] = text_of(value)
        except EvaluationError as problem:
            raise EvaluationError(f"{problem.message} (param {shorten(placeholder)})") from problem
    return filled


class Search:
    """Marks the places of a text as taken, one placeholder after the other."""

    def __init__(self, text: str, taken: bytearray) -> None:
        self.text = text
        self.taken = taken
        self.hits: list[Hit] = []
        self.looked_at = 0

    def take(self, placeholder: str, value: str) -> None:
        """Take every place of a placeholder that is still free, from the left."""
        size = len(placeholder)
        for start in self._places(placeholder):
            self.taken[start : start + size] = b"\1" * size
            self.hits.append(Hit(start, start + size, value))

    def filled(self) -> str:
        """Return the text with all hits replaced."""
        grown = sum(len(hit.value) - (hit.end - hit.start) for hit in self.hits)
        expect_length(len(self.text) + grown)
        pieces, position = [], 0
        for hit in sorted(self.hits, key=lambda one: one.start):
            pieces += [self.text[position : hit.start], hit.value]
            position = hit.end
        return "".join([*pieces, self.text[position:]])

    def _places(self, placeholder: str) -> Iterator[int]:
        start = self.text.find(placeholder)
        while start >= 0:
            self._count()
            end = start + len(placeholder)
            blocked = self.taken.rfind(1, start, end)
            if blocked < 0:
                yield start
                start = self.text.find(placeholder, end)
            else:
                free = self.taken.find(0, blocked)
                start = self.text.find(placeholder, free) if free >= 0 else -1

    def _count(self) -> None:
        self.looked_at += 1
        if self.looked_at > MAX_MATCHES:
            raise EvaluationError(f"params occur more than {MAX_MATCHES} times in the template")


@pure("str_replace", USAGE, lenient=True)
def str_replace(*, template: Value, params: Value) -> Value:
    """Fill the placeholders of a text with scalars."""
    return fill(template, params, scalar, strict=False)


@pure("Fn::Replace", "[{placeholder: value}, string]")
def fn_replace(params: Value, template: Value, /) -> Value:
    """Fill the placeholders of a text with scalars."""
    return fill(template, params, scalar, strict=False)


@pure("str_replace", USAGE, lenient=True)
def str_replace_json(*, template: Value, params: Value) -> Value:
    """Fill the placeholders of a text; maps and lists are written as JSON."""
    return fill(template, params, scalar_or_json, strict=False)


@pure("str_replace_strict", USAGE, lenient=True)
def str_replace_strict(*, template: Value, params: Value) -> Value:
    """Fill the placeholders of a text, in which each of them must occur."""
    return fill(template, params, scalar_or_json, strict=True)


@pure("str_replace_vstrict", USAGE, lenient=True)
def str_replace_vstrict(*, template: Value, params: Value) -> Value:
    """Fill the placeholders of a text with something, each at least once."""
    return fill(template, params, not_empty, strict=True)
