"""A template, read: everything its text says, before anything is known of a stack."""

from collections.abc import Mapping
from dataclasses import dataclass

from calor.core.template.dialect import Dialect
from calor.core.template.expression import Compiled
from calor.core.template.parameters.declaration import Parameter
from calor.core.template.parameters.groups import ParameterGroup
from calor.core.values import Value


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceDefinition:
    """A resource as the template declares it."""

    name: str
    type: str
    properties: Compiled
    metadata: Compiled
    depends_on: tuple[str, ...] = ()
    deletion_policy: Compiled = None
    update_policy: Compiled = None
    external_id: Compiled = None
    condition: Compiled = True
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputDefinition:
    """A value the stack shows to its users, and to a parent stack."""

    name: str
    value: Compiled
    description: str = ""
    condition: Compiled = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """A whole template in either language."""

    dialect: Dialect
    description: str
    parameters: Mapping[str, Parameter]
    parameter_groups: tuple[ParameterGroup, ...]
    conditions: Mapping[str, Compiled]
    mappings: Mapping[str, Value]
    resources: Mapping[str, ResourceDefinition]
    outputs: Mapping[str, OutputDefinition]
