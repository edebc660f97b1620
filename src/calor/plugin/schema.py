"""Turn declared resource types into schemas, and checked values into typed instances."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from functools import partial
from typing import Any, TypeAlias, TypeVar

from calor.core.schema.model import (
    SHOW,
    Attribute,
    Kind,
    Move,
    Status,
    Translation,
    TypeSchema,
)
from calor.core.values import UNKNOWN, Value
from calor.plugin.annotation import annotations_of, properties_of, shape_of
from calor.plugin.declaration import Declared, DeclaredType, name_of, rule_of

D = TypeVar("D", bound=Declared)
Convert: TypeAlias = Callable[[Value], Any]
Converters: TypeAlias = tuple[tuple[str, str, Convert | None], ...]
"""For each field its name, its name in templates, and how its value is made."""

# Plain dictionaries, as mypy does not take a dataclass itself for hashable.
_schemas: dict[type[DeclaredType], TypeSchema] = {}
_converters: dict[type[Declared], Converters] = {}


def schema_of(kind: type[DeclaredType]) -> TypeSchema:
    """Return a declared resource type as the language sees it."""
    if kind not in _schemas:
        _schemas[kind] = _schema(kind)
    return _schemas[kind]


def build(kind: type[D], values: Mapping[str, Value]) -> D:
    """Make the typed instance of checked values."""
    if kind not in _converters:
        _converters[kind] = _converters_of(kind)
    return kind(
        **{
            field: convert(values[name]) if convert else values[name]
            for field, name, convert in _converters[kind]
            if name in values
        }
    )


def _schema(kind: type[DeclaredType]) -> TypeSchema:
    return TypeSchema(
        name=kind.type_name,
        description=kind.__doc__ or "",
        properties=properties_of(kind),
        attributes=_with_show(kind),
        update_policy=properties_of(kind.update_policy) if kind.update_policy else {},
        # Names are resolved once all of them stand where they belong.
        translations=(
            *sorted(_translations(kind, ()), key=lambda one: one.move is Move.RESOLVE),
            *kind.translations,
        ),
        after=kind.after,
        support=kind.support,
        placeholder=kind.placeholder,
        open_attributes=kind.open_attributes,
        member=kind.member,
        can_snapshot=kind.can_snapshot,
        becomes=kind.becomes,
        service=kind.service,
        extension=kind.extension,
    )


def _converters_of(kind: type[Declared]) -> Converters:
    hints = annotations_of(kind)
    return tuple((one.name, name_of(one), _converter(hints[one.name])) for one in fields(kind))


def _converter(annotation: Any) -> Convert | None:
    shape = shape_of(annotation)
    inside = partial(_build_known, shape.declared) if shape.declared else None
    return partial(_tuple, inside) if shape.kind is Kind.LIST else inside


def _build_known(kind: type[Declared], value: Value) -> Any:
    return build(kind, value) if isinstance(value, dict) else value


def _tuple(convert: Convert | None, value: Value) -> Any:
    if value is UNKNOWN or value is None:
        return value
    return tuple(map(convert, value)) if convert else tuple(value)


def _with_show(kind: type[DeclaredType]) -> Mapping[str, Attribute]:
    if kind.support.status is Status.HIDDEN:
        return kind.attributes
    return {"show": SHOW, **kind.attributes}


def _translations(kind: type[Declared], path: tuple[str, ...]) -> Iterator[Translation]:
    hints = annotations_of(kind)
    for one in fields(kind):
        rule, here = rule_of(one), (*path, name_of(one))
        if rule.was:
            yield Translation(move=Move.REPLACE, path=here, source=(rule.was.name,))
        if rule.finds:
            yield Translation(move=Move.RESOLVE, path=here, lookup=rule.finds)
        if inner := shape_of(hints[one.name]).declared:
            yield from _translations(inner, here)
