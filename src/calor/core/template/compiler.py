"""Compile the values of a template: find the calls in them, check their form."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from calor.core.errors import EvaluationError
from calor.core.source import Path, Report
from calor.core.template.expression import Compiled, Expression, ListExpression, MapExpression
from calor.core.template.function import Function
from calor.core.values import UNKNOWN, Value


@dataclass(frozen=True, slots=True)
class Compiler:
    """Compiles values for one template.

    A map with exactly one key that names a function of the template's version
    is a call; every other map is data.  A call of wrong form is reported and
    taken as unknown, so that one mistake hides no other.
    """

    functions: Mapping[str, Function]
    condition_functions: Mapping[str, Function]
    elsewhere: Mapping[str, str]
    """Functions this version lacks, with the version that has them."""
    resources: Collection[str]
    report: Report

    def compile(self, value: Value, path: Path) -> Compiled:
        """Compile a value that stands at `path`."""
        if isinstance(value, dict):
            return self._map(value, path)
        if isinstance(value, list):
            return self._list(value, path)
        return value

    def compile_condition(self, value: Value, path: Path) -> Compiled:
        """Compile a condition: its calls may only be of condition functions."""
        return replace(self, functions=self.condition_functions).compile(value, path)

    def is_resource(self, name: str) -> bool:
        """Return whether the template declares a resource of this name."""
        return name in self.resources

    def _map(self, value: Value, path: Path) -> Compiled:
        if len(value) == 1:
            [(name, argument)] = value.items()
            if name in self.functions:
                return self._call(self.functions[name], argument, path)
            if name in self.elsewhere:
                self.report.warn(
                    path,
                    f"{name} is plain data in this template version, not a function",
                    f"version {self.elsewhere[name]} has it",
                )
        items = {key: self.compile(one, (*path, key)) for key, one in value.items()}
        constant = not any(isinstance(one, Expression) for one in items.values())
        return value if constant else MapExpression(items)

    def _list(self, value: Value, path: Path) -> Compiled:
        items = tuple(self.compile(one, (*path, n)) for n, one in enumerate(value))
        constant = not any(isinstance(one, Expression) for one in items)
        return value if constant else ListExpression(items)

    def _call(self, function: Function, argument: Value, path: Path) -> Compiled:
        try:
            return function.build(self, argument, path)
        except EvaluationError as problem:
            self.report.error(problem.path or path, problem.message)
            return UNKNOWN
