"""Functions that make text, and take it apart."""

import hashlib
import json
from dataclasses import replace

from calor.core.errors import EvaluationError
from calor.core.source import did_you_mean, shorten
from calor.core.template.function import pure
from calor.core.template.functions.expected import (
    expect_count,
    expect_length,
    expect_list,
    expect_text,
)
from calor.core.values import ABSENT, Value, kind_of


@pure("list_join", "[delimiter, [items]]")
def list_join(delimiter: Value, items: Value, /) -> Value:
    """Join the strings of one list; null counts as empty text, and as an empty list."""
    listed = [] if items is None else expect_list(items, "what is to be joined")
    return joined(delimiter, [text_item(one) for one in listed])


@pure("list_join", "[delimiter, [items], [items]...]")
def list_join_multiple(delimiter: Value, first: Value, /, *others: Value) -> Value:
    """Join the items of several lists; maps and lists among them are written as JSON."""
    lists = [expect_list(one, "what is to be joined") for one in (first, *others) if one]
    return joined(delimiter, [text_or_json_item(item) for one in lists for item in one])


fn_join = replace(list_join, name="Fn::Join")


def joined(delimiter: Value, items: list[str]) -> str:
    """Join texts, unless that becomes too long."""
    between = expect_text(delimiter, "the delimiter")
    expect_length(sum(map(len, items)) + len(between) * len(items))
    return between.join(items)


def text_item(item: Value) -> str:
    """Return an item that must be a string or null as text."""
    return "" if item is None else expect_text(item, "each item")


def text_or_json_item(item: Value) -> str:
    """Return an item that must be a string, a map, a list or null as text."""
    match item:
        case None:
            return ""
        case str():
            return item
        case dict() | list():
            return json_text(item)
        case _:
            raise EvaluationError(
                f"each item must be a string, a map or a list, not {kind_of(item)}"
            )


def json_text(value: Value) -> str:
    """Write a map or a list as JSON with sorted keys."""
    try:
        return json.dumps(value, sort_keys=True)
    except (TypeError, ValueError) as problem:
        raise EvaluationError(f"a value cannot be written as JSON: {problem}") from problem


def scalar_text(value: str | float) -> str:
    """Write a string, a number or a boolean as text."""
    try:
        return str(value)
    except ValueError as problem:
        raise EvaluationError(f"a number is too large: {problem}") from problem


@pure("str_split", "[delimiter, string] or [delimiter, string, index]", computed=True)
def str_split(delimiter: Value, string: Value, index: Value = ABSENT, /) -> Value:
    """Split a string; with an index, return that part only.  Null stays null."""
    if string is None:
        return None
    parts = split(delimiter, string)
    return parts if index is ABSENT else parts[part_index(index, len(parts))]


@pure("Fn::Split", "[delimiter, string] with a literal delimiter", literal=1)
def fn_split(delimiter: Value, string: Value, /) -> Value:
    """Split a string."""
    return split(expect_text(delimiter, "the delimiter"), string)


def split(delimiter: Value, string: Value) -> list[str]:
    """Split a string at each delimiter, or at white space if that is null."""
    text = expect_text(string, "what is to be split")
    if delimiter is None:
        expect_count(len(text) // 2)
        return text.split()
    if not expect_text(delimiter, "the delimiter"):
        raise EvaluationError("the delimiter must not be empty")
    expect_count(text.count(delimiter) + 1)
    return text.split(delimiter)


def part_index(index: Value, count: int) -> int:
    """Return the index of one of so many parts; negative ones count from the end."""
    try:
        number = int(index) if isinstance(index, int | str) else None
    except ValueError:
        number = None
    if number is None:
        raise EvaluationError(f"the index must be an integer, not {kind_of(index)}")
    if not -count <= number < count:
        raise EvaluationError(f"the index must be between 0 and {count - 1}")
    return number


@pure("digest", "[algorithm, string]", computed=True)
def digest(algorithm: Value, string: Value, /) -> Value:
    """Return the hexadecimal digest of a string, taken as Latin-1."""
    name = expect_text(algorithm, "the algorithm")
    text = expect_text(string, "what is to be digested")
    if name.lower() not in hashlib.algorithms_available:
        raise EvaluationError(unknown_algorithm(name))
    try:
        return hashlib.new(name, text.encode("latin-1"), usedforsecurity=False).hexdigest()
    except UnicodeEncodeError as problem:
        raise EvaluationError(
            f"only Latin-1 characters can be digested, not {shorten(problem.object[problem.start])}"
        ) from problem
    except (TypeError, ValueError) as problem:
        raise EvaluationError(unknown_algorithm(name)) from problem


def unknown_algorithm(name: str) -> str:
    """Say which algorithms there are."""
    known = sorted(one for one in hashlib.algorithms_guaranteed if not one.startswith("shake"))
    hint = did_you_mean(name[:20], known) or f"there are {', '.join(known)}"
    return f"no algorithm {shorten(name)} is available; {hint}"
