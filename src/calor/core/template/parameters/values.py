"""Settle which value each parameter has, and compare and mask the settled values."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from calor.core.source import Report, shorten
from calor.core.template.parameters.checking import Place, ValueChecker
from calor.core.template.parameters.declaration import Parameter
from calor.core.template.spelling import Spelling
from calor.core.values import UNKNOWN, Value, has_unknown

Where: TypeAlias = Callable[[str], Place]
"""Says where the value of a parameter was written, or ought to be."""

MASK: Final = "******"


def in_file(report: Report, section: str = "parameters") -> Where:
    """Return a `where` that places every value in one section of one file."""
    return lambda name: (report, (section, name))


def settle(
    parameters: Mapping[str, Parameter],
    given: Mapping[str, Value],
    defaults: Mapping[str, Value],
    where: Where,
    *,
    checker: ValueChecker | None = None,
    partial: bool = False,
) -> dict[str, Value]:
    """Return the value of every parameter: the given one, else an environment's, else the default.

    A wrong value is noted and becomes `UNKNOWN`, as does a missing one, which is
    no mistake if the values are `partial`.
    """
    _note_unknown_names(parameters, given, where)
    checker = checker or ValueChecker()
    settled: dict[str, Value] = {}
    for name, parameter in parameters.items():
        value = _choose(parameter, given, defaults)
        if value is None:
            settled[name] = UNKNOWN
            if not partial:
                _note_missing(name, where)
        else:
            settled[name] = checker.check(parameter, value, where(name))
    return settled


def changed_immutables(
    parameters: Mapping[str, Parameter], before: Mapping[str, Value], after: Mapping[str, Value]
) -> list[str]:
    """Return the immutable parameters whose settled values differ; a new one never does."""
    return [
        name
        for name, parameter in parameters.items()
        if parameter.immutable and name in before and _differ(before[name], after.get(name))
    ]


def masked(parameters: Mapping[str, Parameter], values: Mapping[str, Value]) -> dict[str, Value]:
    """Return values fit to be shown: hidden ones are replaced by asterisks."""
    return {
        name: MASK if name in parameters and parameters[name].hidden else value
        for name, value in values.items()
    }


def _choose(
    parameter: Parameter, given: Mapping[str, Value], defaults: Mapping[str, Value]
) -> Value:
    for source in (given, defaults):
        value = source.get(parameter.name)
        if value is not None:
            return value
    return parameter.default


def _note_missing(name: str, where: Where) -> None:
    report, path = where(name)
    hint = "give it one, or declare a default"
    report.error(path, f"the parameter {shorten(name)} has no value", hint)


def _differ(before: Value, after: Value) -> bool:
    return not has_unknown(before) and not has_unknown(after) and bool(before != after)


def _note_unknown_names(
    parameters: Mapping[str, Parameter], given: Mapping[str, Value], where: Where
) -> None:
    spelling = Spelling()
    for name in given:
        if name not in parameters:
            report, path = where(name)
            hint = spelling.guess(name, parameters)
            report.error(path, f"the template has no parameter {shorten(name)}", hint)
