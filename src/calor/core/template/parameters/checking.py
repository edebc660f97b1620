"""Check one value against one parameter; a hidden value is never quoted in a message."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from calor.core.schema.constraints import (
    PATTERN_SECONDS,
    AllowedPattern,
    AllowedValues,
    Constraint,
    Custom,
    Length,
    Lookup,
    Modulo,
    Range,
    anything,
    compiled,
)
from calor.core.source import Path, Report, shorten
from calor.core.template.parameters.coercion import Misfit, coerce, describe
from calor.core.template.parameters.declaration import Parameter, ParameterKind
from calor.core.values import UNKNOWN, Value, has_unknown, kind_of

Place: TypeAlias = tuple[Report, Path]
"""Where a value was written: in the file of this report, at this path."""

BRIEFLY: Final = 0.002
"""A thousand times what a sane pattern needs, in seconds."""


@dataclass(slots=True)
class ValueChecker:
    """Checks the values of one template's parameters.

    Patterns are the author's own: a few may take more than a moment, then no more
    are tried, so that thousands of them cannot take hours.
    """

    lookup: Lookup = anything
    slow_patterns_left: int = 4

    def check(self, parameter: Parameter, value: Value, place: Place) -> Value:
        """Return a value as the parameter's kind; note what is wrong and return `UNKNOWN` then."""
        report, path = place
        try:
            typed = coerce(parameter.kind, value)
        except Misfit as problem:
            given = "" if parameter.hidden else f", got {describe(value)}"
            report.error(path, f"{problem}{given}")
            return UNKNOWN
        if parameter.kind is ParameterKind.STRING and value is not parameter.default:
            _warn_of_text(value, place)
        found = list(self._violations(parameter, typed))
        for message in found:
            report.error(path, message)
        return UNKNOWN if found else typed

    def _violations(self, parameter: Parameter, value: Value) -> Iterator[str]:
        if has_unknown(value):
            return
        for constraint in parameter.constraints:
            found = self._problem(constraint, value)
            if found:
                yield _unquoted(constraint) if parameter.hidden else found

    def _problem(self, constraint: Constraint, value: Value) -> str | None:
        if isinstance(constraint, Length) and not isinstance(value, str | list | dict):
            return constraint.description or f"a {kind_of(value)} has no length"
        if isinstance(constraint, AllowedPattern) and self._is_slow(constraint, value):
            return f"the pattern {shorten(constraint.pattern)} takes too long; simplify it"
        return constraint.problem(_telling_part(constraint, value), self.lookup)

    def _is_slow(self, constraint: AllowedPattern, value: str) -> bool:
        if not self.slow_patterns_left:
            return True
        if not _takes(BRIEFLY, constraint, value):
            return False
        self.slow_patterns_left -= 1
        return _takes(PATTERN_SECONDS, constraint, value)


def _takes(seconds: float, constraint: AllowedPattern, value: str) -> bool:
    """Return whether matching takes longer than so many seconds."""
    try:
        compiled(constraint.pattern).fullmatch(value, timeout=seconds)
    except TimeoutError:
        return True
    return False


def _warn_of_text(value: Value, place: Place) -> None:
    report, path = place
    if isinstance(value, list | dict):
        hint = "declare the parameter as json or comma_delimited_list"
        report.warn(path, f"a {kind_of(value)} is turned into text for a string", hint)


def _telling_part(constraint: Constraint, value: Value) -> Value:
    """Pick the first item that is not allowed, since lists of both may be long."""
    if isinstance(constraint, AllowedValues) and isinstance(value, list):
        allowed = frozenset(constraint.allowed)
        return next(([one] for one in value if one not in allowed), [])
    return value


def _unquoted(constraint: Constraint) -> str:
    return constraint.description or f"the value {_demand(constraint)}"


def _demand(constraint: Constraint) -> str:
    match constraint:
        case Length():
            return f"must have a length {_between(constraint.low, constraint.high)}"
        case Range():
            return f"must be {_between(constraint.low, constraint.high)}"
        case Modulo():
            return f"must be a multiple of {constraint.step} moved by {constraint.offset}"
        case AllowedValues():
            return "is not one of the allowed values"
        case AllowedPattern():
            return f"must match the pattern {shorten(constraint.pattern)}"
        case Custom():
            return f"is refused by the constraint {shorten(constraint.name)}"
        case _:
            return "is not allowed"


def _between(low: float | None, high: float | None) -> str:
    least = [] if low is None else [f"of at least {low}"]
    most = [] if high is None else [f"of at most {high}"]
    return " and ".join(least + most)
