"""Say typed properties in the words of a service: the body of a request."""

from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from dataclasses import Field, fields
from typing import Any, Final, TypeAlias

from calor.core.schema.model import Kind
from calor.core.values import Value
from calor.plugin.annotation import annotations_of, shape_of
from calor.plugin.declaration import Declared, Rule, name_of, rule_of

Find: TypeAlias = Callable[[str, str], Awaitable[str]]
"""Takes a kind of object and its name or id, and returns the id."""

NOTHING: Final[Mapping[Kind, Value]] = {Kind.STRING: "", Kind.LIST: [], Kind.MAP: {}}
"""How a service is told that a value was taken away; numbers and booleans stay as they are."""


async def worded(
    declared: Declared, find: Find, names: Collection[str] | None = None
) -> dict[str, Any]:
    """Return properties under the service's names, with ids for names; none is left out."""
    body: dict[str, Any] = {}
    spread: dict[str, Any] = {}
    for one, rule, value in _parts(declared, names):
        if value is None:
            continue
        if rule.spread:
            spread.update(value)
        else:
            body[rule.wire or name_of(one)] = await _word(value, rule, find)
    return body | spread


async def reworded(
    declared: Declared, before: Declared, find: Find, names: Collection[str]
) -> dict[str, Any]:
    """Return what to tell a service of changed properties; those taken away become empty."""
    body = await worded(declared, find, names)
    for one, rule, value in _parts(declared, names):
        if rule.spread:
            old = getattr(before, one.name) or {}
            for key in [key for key in value or {} if key in old and old[key] == value[key]]:
                del body[key]
        elif value is None:
            body |= _emptied(type(declared), one, rule)
    return body


def given(declared: Declared) -> set[str]:
    """Return the service's names of all properties that have a value."""
    names: set[str] = set()
    for one, rule, value in _parts(declared, None):
        if value is not None:
            names |= set(value) if rule.spread else {rule.wire or name_of(one)}
    return names


def _parts(
    declared: Declared, names: Collection[str] | None
) -> Iterator[tuple[Field[Any], Rule, Value]]:
    for one in fields(declared):
        rule = rule_of(one)
        if not rule.aside and (names is None or name_of(one) in names):
            yield one, rule, getattr(declared, one.name)


async def _word(value: Value, rule: Rule, find: Find) -> Value:
    if isinstance(value, Declared):
        return await worded(value, find)
    if isinstance(value, tuple | list):
        return [await _word(one, rule, find) for one in value]
    return await find(rule.finds, value) if rule.finds and value else value


def _emptied(kind: type[Declared], one: Field[Any], rule: Rule) -> dict[str, Any]:
    name = rule.wire or name_of(one)
    if rule.finds:
        return {name: None}
    shape = shape_of(annotations_of(kind)[one.name])
    return {name: NOTHING[shape.kind]} if shape.kind in NOTHING else {}
