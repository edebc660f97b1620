"""Build the constraints of a parameter from what an author wrote for them.

Each is built from the values under some keys of a map, since HOT writes
`range: {min: 1, max: 9}` where CloudFormation writes `MinValue: 1, MaxValue: 9`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

import regex

from calor.core.schema.constraints import (
    AllowedPattern,
    AllowedValues,
    Constraint,
    Custom,
    Length,
    Modulo,
    Range,
    compiled,
)
from calor.core.source import Path, Report
from calor.core.template.parameters.coercion import Misfit, as_number, coerce, describe
from calor.core.template.parameters.declaration import ParameterKind
from calor.core.values import UNKNOWN, Value

MAX_PATTERN: Final = 4096

Keys: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Builder:
    """Builds the constraints of one parameter; a wrong one is noted and left out."""

    kind: ParameterKind
    report: Report

    def length(self, source: Mapping[str, Value], keys: Keys, path: Path) -> Constraint | None:
        """Build bounds on a length."""
        bounds = self._numbers(source, keys, path, whole=True)
        return Length(low=bounds[0], high=bounds[1]) if bounds else None

    def range(self, source: Mapping[str, Value], keys: Keys, path: Path) -> Constraint | None:
        """Build bounds on a number."""
        bounds = self._numbers(source, keys, path)
        return Range(low=bounds[0], high=bounds[1]) if bounds else None

    def modulo(self, source: Mapping[str, Value], keys: Keys, path: Path) -> Constraint | None:
        """Build a step with an offset."""
        numbers = self._numbers(source, keys, path)
        if not numbers:
            return None
        problem = _modulo_problem(*numbers)
        if problem:
            self.report.error(path, problem)
            return None
        return Modulo(step=int(numbers[0]), offset=int(numbers[1]))

    def allowed_values(
        self, source: Mapping[str, Value], keys: Keys, path: Path
    ) -> Constraint | None:
        """Build a list of allowed values, which become values of the parameter's kind."""
        inner, value = (*path, keys[0]), source[keys[0]]
        if not isinstance(value, list):
            self.report.error(inner, f"expected a list of values, got {describe(value)}")
            return None
        allowed = tuple(self._allowed(one, (*inner, n)) for n, one in enumerate(value))
        return None if any(one is UNKNOWN for one in allowed) else AllowedValues(allowed=allowed)

    def allowed_pattern(
        self, source: Mapping[str, Value], keys: Keys, path: Path
    ) -> Constraint | None:
        """Build a pattern that must match the whole value."""
        pattern = source[keys[0]]
        problem = _pattern_problem(pattern)
        if problem:
            self.report.error((*path, keys[0]), problem)
            return None
        return AllowedPattern(pattern=pattern)

    def custom_constraint(
        self, source: Mapping[str, Value], keys: Keys, path: Path
    ) -> Constraint | None:
        """Build a check by name."""
        name = source[keys[0]]
        if isinstance(name, str):
            return Custom(name=name)
        message = f"expected the name of a constraint, got {describe(name)}"
        self.report.error((*path, keys[0]), message)
        return None

    def _numbers(
        self, source: Mapping[str, Value], keys: Keys, path: Path, *, whole: bool = False
    ) -> list[Value] | None:
        numbers = [self._number(source.get(key), (*path, key), whole=whole) for key in keys]
        return None if any(one is UNKNOWN for one in numbers) else numbers

    def _number(self, value: Value, path: Path, *, whole: bool) -> Value:
        if value is None:
            return None
        try:
            number = as_number(value)
        except Misfit as problem:
            self.report.error(path, f"{problem}, got {describe(value)}")
            return UNKNOWN
        if whole and isinstance(number, float):
            self.report.error(path, f"expected a whole number, got {describe(value)}")
            return UNKNOWN
        return number

    def _allowed(self, value: Value, path: Path) -> Value:
        kind = ParameterKind.STRING if self.kind is ParameterKind.LIST else self.kind
        try:
            return coerce(kind, value)
        except Misfit as problem:
            self.report.error(path, f"{problem}, got {describe(value)}")
            return UNKNOWN


Build: TypeAlias = Callable[[Builder, Mapping[str, Value], Keys, Path], Constraint | None]

BUILDS: Final[Mapping[str, Build]] = {
    "length": Builder.length,
    "range": Builder.range,
    "modulo": Builder.modulo,
    "allowed_values": Builder.allowed_values,
    "allowed_pattern": Builder.allowed_pattern,
    "custom_constraint": Builder.custom_constraint,
}

_SCALARS = (ParameterKind.STRING, ParameterKind.NUMBER, ParameterKind.BOOLEAN)

APPLIES: Final[Mapping[str, tuple[ParameterKind, ...]]] = {
    "length": (ParameterKind.STRING, ParameterKind.LIST, ParameterKind.JSON),
    "range": (ParameterKind.NUMBER,),
    "modulo": (ParameterKind.NUMBER,),
    "allowed_values": (*_SCALARS, ParameterKind.LIST),
    "allowed_pattern": (ParameterKind.STRING,),
    "custom_constraint": (*_SCALARS, ParameterKind.LIST),
}


def _modulo_problem(step: float | None, offset: float | None) -> str | None:
    if step is None or offset is None:
        return "needs both step and offset"
    if step != int(step) or offset != int(offset):
        return "step and offset must be whole numbers"
    if step == 0:
        return "step must not be 0"
    if abs(offset) >= abs(step):
        return "offset must be smaller than step, leaving signs aside"
    return "step and offset must have the same sign" if step * offset < 0 else None


def _pattern_problem(pattern: object) -> str | None:
    if not isinstance(pattern, str):
        return f"expected a regular expression, got {describe(pattern)}"
    if len(pattern) > MAX_PATTERN:
        return f"the pattern is longer than {MAX_PATTERN} characters"
    try:
        compiled(pattern)
    except RecursionError:
        return "the pattern is nested too deep"
    except regex.error as problem:
        return f"{describe(pattern)} is no regular expression: {problem}"
    return None
