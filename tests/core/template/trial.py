"""A stack to try expressions in, and a way to evaluate one value of a template in it."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from calor.core.errors import EvaluationError
from calor.core.source import Report
from calor.core.template.compiler import Compiler
from calor.core.template.dialect import Dialect
from calor.core.template.expression import Compiled, evaluate
from calor.core.template.version import DIALECTS
from calor.core.values import UNKNOWN

NEWEST = "2021-04-16"
CFN = "2010-09-09"
PARTS = {"metadata": {"role": "web"}, "deletion_policy": "Retain", "update_policy": {}}


@dataclass
class Stack:
    parameters: dict[str, Any] = field(default_factory=dict)
    attributes: dict[str, dict[str, Any]] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    conditions: dict[str, Any] = field(default_factory=dict)
    mappings: dict[str, Any] = field(default_factory=dict)
    asked: list[Any] = field(default_factory=list)

    def parameter(self, name):
        return found(self.parameters, name, "parameter")

    def reference(self, resource):
        found(self.attributes, resource, "resource")
        return f"{resource}-id"

    def attribute(self, resource, path):
        self.asked.append((resource, path))
        attributes = found(self.attributes, resource, "resource")
        if not path:
            return attributes
        value = found(attributes, path[0], "attribute")
        for step in path[1:]:
            value = value[step]
        return value

    def file(self, name):
        return found(self.files, name, "file")

    def condition(self, name):
        return found(self.conditions, name, "condition")

    def mapping(self, name):
        return found(self.mappings, name, "map")

    def facade(self, part):
        return PARTS[part]

    def zones(self):
        return ["north", "south"]

    def yaql(self, expression, root):
        return [expression, root]


def found(items, name, kind):
    if name not in items:
        raise EvaluationError(f"no {kind} {name!r}")
    return items[name]


def dialect(version: str) -> Dialect:
    return next(one for one in DIALECTS if one.version == version)


def compiler(version: str = NEWEST, stack: Stack | None = None) -> Compiler:
    one = dialect(version)
    resources = (stack or Stack()).attributes
    return Compiler(one.functions, one.condition_functions, one.elsewhere, resources, Report())


def compiled(value: Any, version: str = NEWEST, stack: Stack | None = None) -> Compiled:
    """Compile a value; what is reported is raised."""
    one = compiler(version, stack)
    result = one.compile(value, ())
    for problem in one.report.errors:
        raise EvaluationError(problem.message, problem.path)
    return result


def value_of(value: Any, version: str = NEWEST, stack: Stack | None = None) -> Any:
    """Compile and evaluate a value."""
    return evaluate(compiled(value, version, stack), stack or Stack())


def error_of(value: Any, version: str = NEWEST, stack: Stack | None = None) -> str:
    """Return the message of the error that a value gives."""
    with pytest.raises(EvaluationError) as caught:
        value_of(value, version, stack)
    return caught.value.message


def unknown(**parameters: Any) -> Stack:
    """Return a stack with a parameter `unknown` nobody knows yet, and these others."""
    return Stack(parameters={"unknown": UNKNOWN, **parameters})


NOBODY_KNOWS = {"get_param": "unknown"}
