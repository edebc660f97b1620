"""Functions that reach outside the expression: parameters, resources, files."""

from collections.abc import Iterator
from dataclasses import dataclass

from typing_extensions import override

from calor.core.errors import EvaluationError
from calor.core.source import Path
from calor.core.template.expression import Compiled, Expression, Scope, evaluate
from calor.core.template.function import Compiling, at
from calor.core.values import UNKNOWN, Value


@dataclass(frozen=True, slots=True)
class GetResource(Expression):
    """The reference id of a resource."""

    resource: Compiled
    path: Path

    @override
    def evaluate(self, scope: Scope) -> Value:
        name = evaluate(self.resource, scope)
        return UNKNOWN if name is UNKNOWN else at(self.path, scope.reference, name)

    @override
    def parts(self, scope: Scope) -> Iterator[Compiled]:
        yield self.resource


@dataclass(frozen=True, slots=True)
class GetResourceFunction:
    """`get_resource: name`."""

    name: str = "get_resource"

    def build(self, compiling: Compiling, argument: Value, path: Path) -> Expression:
        """Take a name, which may itself be computed."""
        if not isinstance(argument, str | dict):
            raise EvaluationError(f"{self.name} must have the form {self.name}: resource", path)
        return GetResource(compiling.compile(argument, (*path, self.name)), path)
