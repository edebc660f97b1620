"""What can be told of a template without a cloud: who refers to whom, who reads what.

A reference counts where it is reached: of an `if`, only the branch that its
condition chooses; as long as a condition is unknown, both.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeAlias

from calor.core.errors import EvaluationError
from calor.core.source import Path
from calor.core.template.expression import Compiled, Scope, evaluate, walk
from calor.core.template.functions.cloudformation import ComputedRef
from calor.core.template.functions.logic import Condition
from calor.core.template.functions.references import (
    GetAttr,
    GetParam,
    GetResource,
    evaluate_steps,
)
from calor.core.template.template import Template
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
    """Yield the references to resources that count in this scope.

    What cannot be evaluated refers to nothing: evaluation tells of that.
    """
    for one in walk(compiled, scope):
        if isinstance(one, GetResource | GetAttr):
            try:
                name = evaluate(one.resource, scope)
                attribute = _attribute(one, scope) if isinstance(one, GetAttr) else None
            except EvaluationError:
                continue
            if isinstance(name, str) or name is UNKNOWN:
                yield Reference(name, attribute, one.site.path)


def condition_names(compiled: Compiled, scope: Scope) -> Iterator[str]:
    """Yield the conditions that a condition asks for by name."""
    for one in walk(compiled, scope):
        if isinstance(one, Condition) and isinstance(one.argument, str):
            yield one.argument


def unused_parameters(template: Template, undecided: Scope) -> list[str]:
    """Return the parameters that nothing reads, in a scope that decides no condition."""
    used: set[str] = set()
    for compiled in _all_values(template):
        for one in walk(compiled, undecided):
            if isinstance(one, GetParam | ComputedRef):
                name = one.literal_name if isinstance(one, GetParam) else None
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


def _attribute(call: GetAttr, scope: Scope) -> AttributePath:
    """Return the path of an attribute as far as it is known."""
    steps = evaluate_steps(call.steps, scope)
    return tuple(takewhile(lambda step: step is not UNKNOWN, steps))
