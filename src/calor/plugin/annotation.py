"""Read what a property takes from its Python annotation."""

from dataclasses import MISSING, Field, dataclass, fields, replace
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from calor.core.schema.constraints import AllowedValues, Constraint, Custom
from calor.core.schema.model import Kind, Property
from calor.core.values import Value
from calor.plugin.declaration import KINDS, Declared, Rule, name_of, rule_of


@dataclass(frozen=True, slots=True)
class Shape:
    """What an annotation says: the kind, and what is inside."""

    kind: Kind
    fields: dict[str, Property] | None = None
    items: Property | None = None
    constraints: tuple[Constraint, ...] = ()
    declared: type[Declared] | None = None
    """The class of a map, or of a list's items."""


def properties_of(kind: type[Declared]) -> dict[str, Property]:
    """Return a declared class's properties, under their names in templates, old ones too."""
    hints = annotations_of(kind)
    known = {name_of(one): _property(one, shape_of(hints[one.name])) for one in fields(kind)}
    old = {
        was.name: replace(known[name_of(one)], required=False, default=None, support=was.support)
        for one in fields(kind)
        if (was := rule_of(one).was)
    }
    return {**known, **old}


def annotations_of(kind: type[Declared]) -> dict[str, Any]:
    """Return the resolved annotations of a declared class's fields."""
    return get_type_hints(kind, include_extras=True)


def shape_of(annotation: Any) -> Shape:
    """Read one annotation."""
    annotation = _without_none(annotation)
    if annotation is Any:
        return Shape(Kind.ANY)
    if isinstance(annotation, type) and issubclass(annotation, Declared):
        return Shape(Kind.MAP, properties_of(annotation), declared=annotation)
    if isinstance(annotation, type) and annotation in KINDS:
        return Shape(KINDS[annotation])
    return _generic(annotation)


def plain(value: Value) -> Value:
    """Return a default as a template would write it."""
    if isinstance(value, Declared):
        given = {name_of(one): getattr(value, one.name) for one in fields(value)}
        return {name: plain(one) for name, one in given.items() if one is not None}
    return [plain(one) for one in value] if isinstance(value, tuple | list) else value


def _generic(annotation: Any) -> Shape:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        inner = shape_of(arguments[0])
        return replace(inner, constraints=(*inner.constraints, *arguments[1:]))
    if origin is Literal:
        return Shape(KINDS[type(arguments[0])], constraints=(AllowedValues(allowed=arguments),))
    if origin is dict:
        return Shape(Kind.MAP)
    if origin in (list, tuple):
        return _sequence(arguments[0])
    raise TypeError(f"a property cannot be of type {annotation!r}")


def _sequence(annotation: Any) -> Shape:
    if annotation is Any:
        return Shape(Kind.LIST)
    shape = shape_of(annotation)
    inside = Property(
        kind=shape.kind, fields=shape.fields, items=shape.items, constraints=shape.constraints
    )
    return Shape(Kind.LIST, items=inside, declared=shape.declared)


def _without_none(annotation: Any) -> Any:
    if get_origin(annotation) not in (Union, UnionType):
        return annotation
    some = [one for one in get_args(annotation) if one is not NoneType]
    if len(some) != 1:
        raise TypeError(f"a property has one type, not {annotation!r}")
    return some[0]


def _property(declared: Field[Any], shape: Shape) -> Property:
    rule = rule_of(declared)
    on_value, on_items = _constraints(rule, shape)
    return Property(
        kind=shape.kind,
        description=rule.doc,
        default=plain(_default(declared)),
        required=declared.default is MISSING and declared.default_factory is MISSING,
        update_allowed=rule.updatable,
        immutable=rule.immutable,
        implemented=rule.implemented,
        constraints=on_value,
        fields=shape.fields,
        items=shape.items and replace(shape.items, constraints=on_items),
        support=rule.support,
    )


def _constraints(rule: Rule, shape: Shape) -> tuple[tuple[Constraint, ...], tuple[Constraint, ...]]:
    """Return the constraints on a value and on its items; items are found one by one."""
    on_value = (*shape.constraints, *rule.constraints)
    on_items = shape.items.constraints if shape.items else ()
    if (
        rule.finds is None
        or rule.unchecked
        or any(isinstance(one, Custom) for one in on_value + on_items)
    ):
        return on_value, on_items
    found = (Custom(name=rule.finds),)
    return (on_value, on_items + found) if shape.items else (on_value + found, on_items)


def _default(declared: Field[Any]) -> Value:
    if declared.default_factory is not MISSING:
        return declared.default_factory()
    return None if declared.default is MISSING else declared.default
