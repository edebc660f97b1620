"""Say typed properties in the words of a service: the body of a request.

Names have become ids before, so only what they are called is left to say.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import Field, fields
from typing import Any, Final

from calor.core.schema.model import Kind
from calor.core.values import Value
from calor.plugin.annotation import annotations_of, shape_of
from calor.plugin.declaration import Declared, Rule, name_of, rule_of

NOTHING: Final[Mapping[Kind, Value]] = {Kind.STRING: "", Kind.LIST: [], Kind.MAP: {}}
"""How a service is told that a value was taken away; numbers and booleans stay as they are."""


def worded(declared: Declared, names: Collection[str] | None = None) -> dict[str, Any]:
    """Return properties under the service's names; those without a value are left out."""
    body: dict[str, Any] = {}
    spread: dict[str, Any] = {}
    for one, rule, value in _parts(declared, names):
        if value is None:
            continue
        if rule.spread:
            spread.update(value)
        else:
            body[rule.wire or name_of(one)] = _word(value)
    return body | spread


def reworded(declared: Declared, before: Declared, names: Collection[str]) -> dict[str, Any]:
    """Return what to tell a service of changed properties; those taken away become empty."""
    body = worded(declared, names)
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


def _word(value: Value) -> Value:
    if isinstance(value, Declared):
        return worded(value)
    return [_word(one) for one in value] if isinstance(value, tuple | list) else value


def _emptied(kind: type[Declared], one: Field[Any], rule: Rule) -> dict[str, Any]:
    name = rule.wire or name_of(one)
    if rule.finds:
        return {name: None}
    shape = shape_of(annotations_of(kind)[one.name])
    return {name: NOTHING[shape.kind]} if shape.kind in NOTHING else {}
