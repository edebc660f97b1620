"""How resource types look to clients."""

from collections.abc import Mapping
from typing import Any, Final, cast

from calor.core.schema.constraints import (
    AllowedPattern,
    AllowedValues,
    Constraint,
    Custom,
    Length,
    Modulo,
    Range,
)
from calor.core.schema.model import Attribute, Property, Status, Support, TypeSchema

ITEM: Final = "*"
"""Stands for every item of a list."""

Known = Length | Range | Modulo | AllowedValues | AllowedPattern | Custom


def schema_shown(schema: TypeSchema, name: str) -> dict[str, Any]:
    """Return all that a client may know of a type, under the name it asked for."""
    return {
        "resource_type": name,
        "properties": {
            key: property_shown(one)
            for key, one in visible(schema.properties).items()
            if one.implemented
        },
        "attributes": {
            key: attribute_shown(one) for key, one in visible(schema.attributes).items()
        },
        "support_status": support_shown(schema.support),
    }


def visible(parts: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what is hidden."""
    return {name: one for name, one in parts.items() if one.support.status is not Status.HIDDEN}


def property_shown(one: Property) -> dict[str, Any]:
    """Return a property with all inside it."""
    shown: dict[str, Any] = {"type": one.kind.lower(), "description": one.description}
    if one.default is not None:
        shown["default"] = one.default
    if inside := _inside(one):
        shown["schema"] = inside
    shown["required"] = one.required
    if one.constraints:
        shown["constraints"] = [constraint_shown(each) for each in one.constraints]
    return {**shown, "update_allowed": one.update_allowed, "immutable": one.immutable}


def attribute_shown(one: Attribute) -> dict[str, str]:
    """Return an attribute."""
    return {"description": one.description, "type": one.kind.lower()}


def support_shown(support: Support) -> dict[str, Any]:
    """Return how far something is supported, and was before."""
    return {
        "status": support.status,
        "message": support.message,
        "version": support.since,
        "previous_status": support_shown(support.previous) if support.previous else None,
    }


def constraint_shown(constraint: Constraint) -> dict[str, Any]:
    """Return a constraint as HOT writes it."""
    words = {} if constraint.description is None else {"description": constraint.description}
    return {**words, **_demand(cast("Known", constraint))}


def bounds(low: float | None, high: float | None) -> dict[str, float]:
    """Return the bounds that there are."""
    named = {"min": low, "max": high}
    return {name: one for name, one in named.items() if one is not None}


def _demand(constraint: Known) -> dict[str, Any]:
    match constraint:
        case Length(low=low, high=high):
            return {"length": bounds(low, high)}
        case Range(low=low, high=high):
            return {"range": bounds(low, high)}
        case Modulo(step=step, offset=offset):
            return {"modulo": {"step": step, "offset": offset}}
        case AllowedValues(allowed=allowed):
            return {"allowed_values": list(allowed)}
        case AllowedPattern(pattern=pattern):
            return {"allowed_pattern": pattern}
        case Custom(name=name):
            return {"custom_constraint": name}


def _inside(one: Property) -> dict[str, Any]:
    if one.items is not None:
        return {ITEM: property_shown(one.items)}
    return {name: property_shown(inner) for name, inner in (one.fields or {}).items()}
