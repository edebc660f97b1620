"""How parameters look to clients that ask people for their values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from calor.api.orchestration.type_schema import Known
from calor.core.schema.constraints import (
    AllowedPattern,
    AllowedValues,
    Constraint,
    Custom,
    Length,
    Modulo,
    Range,
)
from calor.core.template.parameters.declaration import CFN_TYPES, Parameter
from calor.core.template.parameters.groups import ParameterGroup
from calor.core.template.parameters.values import MASK
from calor.core.values import Value, has_unknown

TYPES: Final = {kind: name for name, kind in CFN_TYPES.items()}


@dataclass(frozen=True, slots=True)
class Given:
    """What an environment says of parameters."""

    values: Mapping[str, Value]
    defaults: Mapping[str, Value]


def parameters_shown(parameters: Mapping[str, Parameter], given: Given) -> dict[str, Any]:
    """Return parameters under the names that CloudFormation has for their parts."""
    return {name: _shown(one, given) for name, one in parameters.items()}


def groups_shown(groups: Iterable[ParameterGroup]) -> list[dict[str, Any]]:
    """Return groups of parameters as a template writes them."""
    return [_group_shown(one) for one in groups]


def constraints_shown(constraints: Iterable[Constraint]) -> dict[str, Any]:
    """Return constraints as keys of a parameter, with all that is said of them."""
    shown: dict[str, Any] = {}
    for one in constraints:
        shown |= {key: value for key, value in _demand(one).items() if value is not None}
    words = [one.description for one in constraints if one.description]
    return {**shown, "ConstraintDescription": " ".join(words)} if words else shown


def _shown(one: Parameter, given: Given) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "Type": TYPES[one.kind],
        "Description": one.description,
        "NoEcho": "true" if one.hidden else "false",
        "Label": one.shown_label,
    }
    default, value = given.defaults.get(one.name, one.default), given.values.get(one.name)
    if default is not None:
        shown["Default"] = default
    if not has_unknown(value) and value:
        shown["Value"] = MASK if one.hidden else value
    if one.tags:
        shown["Tags"] = list(one.tags)
    return {**shown, **constraints_shown(one.constraints)}


def _group_shown(group: ParameterGroup) -> dict[str, Any]:
    words = {"label": group.label, "description": group.description}
    shown: dict[str, Any] = {key: one for key, one in words.items() if one is not None}
    return {**shown, "parameters": list(group.parameters)}


def _demand(constraint: Constraint) -> dict[str, Any]:
    match cast("Known", constraint):
        case Length(low=low, high=high):
            return {"MinLength": low, "MaxLength": high}
        case Range(low=low, high=high):
            return {"MinValue": low, "MaxValue": high}
        case Modulo(step=step, offset=offset):
            return {"Step": step, "Offset": offset}
        case AllowedValues(allowed=allowed):
            return {"AllowedValues": list(allowed)}
        case AllowedPattern(pattern=pattern):
            return {"AllowedPattern": pattern}
        case Custom(name=name):
            return {"CustomConstraint": name}
