"""Compile the values of a template: find the calls in them, check their form."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from calor.core.errors import EvaluationError
from calor.core.source import Path, Report
from calor.core.template.expression import (
    Broken,
    Compiled,
    ListExpression,
    MapExpression,
    is_call,
)
from calor.core.template.function import Function
from calor.core.template.functions.logic import Condition
from calor.core.values import UNKNOWN, Value

MAX_NESTING = 100
"""How many keys and indexes deep a value may stand; no template written by people comes near."""

CONTAINERS = (dict, list)
CONDITION_FORM = "a condition must be the name of a condition, a boolean or a condition function"


@dataclass(frozen=True, slots=True)
class Compiler:
    """Compiles values for one template.

    A map with exactly one key that names a function of the template's version
    is a call; every other map is data.  A call of wrong form is reported and
    taken as unknown, so that one mistake hides no other; in a branch of an `if`
    it becomes an expression that fails, for the branch may never be taken.
    """

    functions: Mapping[str, Function]
    condition_functions: Mapping[str, Function]
    elsewhere: Mapping[str, str]
    """Functions this version lacks, with the version that has them."""
    resources: Collection[str]
    report: Report
    in_branch: bool = False

    def compile(self, value: Value, path: Path) -> Compiled:
        """Compile a value that stands at `path`."""
        if not isinstance(value, CONTAINERS):
            return value
        if len(path) > MAX_NESTING:
            return self._wrong(EvaluationError(f"values nest more than {MAX_NESTING} deep"), path)
        return self._map(value, path) if isinstance(value, dict) else self._list(value, path)

    def compile_branch(self, value: Value, path: Path) -> Compiled:
        """Compile a value that may turn out not to count."""
        compiler = self if self.in_branch else replace(self, in_branch=True)
        return compiler.compile(value, path)

    def compile_condition(self, value: Value, path: Path) -> Compiled:
        """Compile a condition; it evaluates to a boolean, or is unknown."""
        compiler = replace(self, functions=self.condition_functions)
        match compiler.compile(value, path):
            case bool() as known:
                return known
            case str() as name:
                return Condition(name, path)
            case call if is_call(call):
                return Condition(call, path)
            case _:
                return self._wrong(EvaluationError(CONDITION_FORM), path)

    def is_resource(self, name: str) -> bool:
        """Return whether the template declares a resource of this name."""
        return name in self.resources

    def warn(self, path: Path, message: str) -> None:
        """Tell the author of something that works but looks wrong."""
        self.report.warn(path, message)

    def _map(self, value: dict[str, Value], path: Path) -> Compiled:
        if len(value) == 1:
            [(name, argument)] = value.items()
            if name in self.functions:
                return self._call(self.functions[name], argument, path)
            if name in self.elsewhere:
                self.report.warn(
                    path,
                    f"{name} is plain data in this template version, not a function",
                    f"{self.elsewhere[name]} has it",
                )
        items = {}
        constant = True
        for key, one in value.items():
            # Most values are scalars: asking here spares them a path and a call.
            compiled = self.compile(one, (*path, key)) if isinstance(one, CONTAINERS) else one
            items[key] = compiled
            constant = constant and compiled is one
        return value if constant else MapExpression(items)

    def _list(self, value: list[Value], path: Path) -> Compiled:
        items = tuple(
            self.compile(one, (*path, n)) if isinstance(one, CONTAINERS) else one
            for n, one in enumerate(value)
        )
        constant = all(map(lambda one, two: one is two, items, value))
        return value if constant else ListExpression(items)

    def _call(self, function: Function, argument: Value, path: Path) -> Compiled:
        try:
            return function.build(self, argument, path)
        except EvaluationError as problem:
            return self._wrong(problem, path)

    def _wrong(self, problem: EvaluationError, path: Path) -> Compiled:
        if self.in_branch:
            return Broken(problem.message, problem.path or path)
        self.report.error(problem.path or path, problem.message)
        return UNKNOWN
