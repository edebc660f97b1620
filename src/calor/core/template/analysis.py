"""What can be told of a template without a cloud: who refers to whom, who reads what.

A reference counts where it is reached: of an `if`, only the branch that its
condition chooses; as long as a condition is unknown, both.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from calor.core.source import Path
from calor.core.template.expression import Compiled, Scope, evaluate, walk
from calor.core.template.functions.references import (
    GetAttr,
    GetParam,
    GetResource,
    evaluate_steps,
)
from calor.core.template.template import ResourceDefinition, Template
from calor.core.values import UNKNOWN, Unknown, Value

AttributePath: TypeAlias = tuple[Value, ...]
"""An attribute's name and the keys that follow it; empty for all attributes."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in a template that refers to a resource."""

    resource: str | Unknown
    attribute: AttributePath | None
    """None where only the reference id is wanted."""
    path: Path


def references(compiled: Compiled, scope: Scope) -> Iterator[Reference]:
    """Yield the references to resources that count in this scope."""
    for one in walk(compiled, scope):
        if isinstance(one, GetResource):
            yield Reference(_name(one, scope), None, one.site.path)
        elif isinstance(one, GetAttr):
            steps = evaluate_steps(one.steps, scope)
            known = steps[: steps.index(UNKNOWN)] if UNKNOWN in steps else steps
            yield Reference(_name(one, scope), tuple(known), one.site.path)


def resource_references(resource: ResourceDefinition, scope: Scope) -> Iterator[Reference]:
    """Yield the references that make a resource wait for others."""
    if resource.external_id is None:
        yield from references(resource.properties, scope)
        yield from references(resource.metadata, scope)


def unused_parameters(template: Template, undecided: Scope) -> list[str]:
    """Return the parameters that nothing reads, in a scope that decides no condition."""
    used: set[str] = set()
    for compiled in _all_values(template):
        for one in walk(compiled, undecided):
            if isinstance(one, GetParam):
                name = one.literal_name
                if name is None:
                    return []  # any parameter may be meant
                used.add(name)
    return [name for name in template.parameters if name not in used]


def _all_values(template: Template) -> Iterator[Compiled]:
    yield from template.conditions.values()
    for resource in template.resources.values():
        yield resource.properties
        yield resource.metadata
        yield from (resource.deletion_policy, resource.update_policy)
        yield from (resource.external_id, resource.condition)
    for output in template.outputs.values():
        yield from (output.value, output.condition)


def _name(call: GetResource | GetAttr, scope: Scope) -> str | Unknown:
    name = evaluate(call.resource, scope)
    if isinstance(name, str) or name is UNKNOWN:
        return name
    raise call.site.error("the name of a resource must be a string")
