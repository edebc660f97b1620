"""Conditions: `if`, and the functions that conditions are made of."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from typing_extensions import override

from calor.core.errors import EvaluationError
from calor.core.source import Path
from calor.core.template.expression import Compiled, Expression, Scope, evaluate
from calor.core.template.function import Compiling, Site, pure
from calor.core.values import ABSENT, UNKNOWN, Unknown, Value, kind_of


@pure("equals", "[value, value]")
def equals(one: Value, other: Value, /) -> Value:
    """Return whether two values are equal."""
    return one == other


fn_equals = replace(equals, name="Fn::Equals")


@dataclass(frozen=True, slots=True)
class Condition(Expression):
    """A condition by name, or a call that gives a boolean or such a name."""

    argument: Compiled
    path: Path

    @override
    def evaluate(self, scope: Scope) -> bool | Unknown:
        match evaluate(self.argument, scope):
            case bool() | Unknown() as value:
                return value
            case str() as name:
                known: bool | Unknown = Site("condition", self.path).run(scope.condition, name)
                return known
            case other:
                raise EvaluationError(
                    f"a condition must be a boolean or a name, not {kind_of(other)}", self.path
                )

    @override
    def parts(self, scope: Scope) -> Iterator[Compiled]:
        yield self.argument


@dataclass(frozen=True, slots=True)
class Not(Expression):
    """The opposite of a condition."""

    condition: Compiled

    @override
    def evaluate(self, scope: Scope) -> Value:
        known = evaluate(self.condition, scope)
        return UNKNOWN if known is UNKNOWN else not known

    @override
    def parts(self, scope: Scope) -> Iterator[Compiled]:
        yield self.condition


@dataclass(frozen=True, slots=True)
class NotFunction:
    """`not: condition`."""

    name: str = "not"

    def build(self, compiling: Compiling, argument: Value, path: Path) -> Compiled:
        """Take one condition."""
        return Not(compiling.compile_condition(argument, (*path, self.name)))


@dataclass(frozen=True, slots=True)
class FnNotFunction:
    """`Fn::Not: [condition]`."""

    name: str = "Fn::Not"

    def build(self, compiling: Compiling, argument: Value, path: Path) -> Compiled:
        """Take a list of one condition."""
        match argument:
            case [condition]:
                return Not(compiling.compile_condition(condition, (*path, self.name, 0)))
            case _:
                raise EvaluationError(f"{self.name} must have the form [condition]", path)


@dataclass(frozen=True, slots=True)
class Junction(Expression):
    """Conditions of which one alone can decide: a false one in `and`, a true one in `or`."""

    decisive: bool
    conditions: tuple[Compiled, ...]

    @override
    def evaluate(self, scope: Scope) -> Value:
        undecided: bool | Unknown = not self.decisive
        for condition in self.conditions:
            known = evaluate(condition, scope)
            if known is self.decisive:
                return known
            if known is UNKNOWN:
                undecided = UNKNOWN
        return undecided

    @override
    def parts(self, scope: Scope) -> Iterator[Compiled]:
        yield from self.conditions


@dataclass(frozen=True, slots=True)
class JunctionFunction:
    """`and: [condition, condition...]`, and the same for `or`."""

    name: str
    decisive: bool

    def build(self, compiling: Compiling, argument: Value, path: Path) -> Compiled:
        """Take at least two conditions."""
        match argument:
            case [_, _, *_]:
                conditions = tuple(
                    compiling.compile_condition(one, (*path, self.name, n))
                    for n, one in enumerate(argument)
                )
                return Junction(self.decisive, conditions)
            case _:
                usage = "[condition, condition...] with at least two"
                raise EvaluationError(f"{self.name} must have the form {usage}", path)


@dataclass(frozen=True, slots=True)
class If(Expression):
    """One of two values; the other does not count."""

    condition: Compiled
    then: Compiled
    otherwise: Compiled
    site: Site

    @override
    def evaluate(self, scope: Scope) -> Value:
        values = [evaluate(one, scope) for one in self._branches(scope)]
        if len(values) == 1 or self.site.run(is_same, *values):
            return values[0]
        return UNKNOWN

    @override
    def parts(self, scope: Scope) -> Iterator[Compiled]:
        yield self.condition
        yield from self._branches(scope)

    def _branches(self, scope: Scope) -> tuple[Compiled, ...]:
        known = evaluate(self.condition, scope)
        if known is UNKNOWN:
            return (self.then, self.otherwise)
        return (self.then,) if known else (self.otherwise,)


def is_same(one: Value, other: Value) -> bool:
    """Return whether two values are surely the same, down to the kind of each scalar."""
    match one, other:
        case dict(), dict():
            return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
        case list(), list():
            return len(one) == len(other) and all(map(is_same, one, other))
        case _:
            return one is not UNKNOWN and type(one) is type(other) and bool(one == other)


@dataclass(frozen=True, slots=True)
class IfFunction:
    """`if: [condition, then, else]`; in some versions without an else."""

    name: str = "if"
    is_else_optional: bool = False

    def build(self, compiling: Compiling, argument: Value, path: Path) -> Compiled:
        """Take a condition and the values to choose from."""
        match argument:
            case [_, _, _]:
                pass
            case [_, _] if self.is_else_optional:
                pass
            case _:
                raise EvaluationError(f"{self.name} must have the form {self._usage}", path)
        inner = (*path, self.name)
        condition = compiling.compile_condition(argument[0], (*inner, 0))
        then, *rest = (
            compiling.compile_branch(one, (*inner, n)) for n, one in enumerate(argument[1:], 1)
        )
        return If(condition, then, rest[0] if rest else ABSENT, Site(self.name, path))

    @property
    def _usage(self) -> str:
        return "[condition, then, else]" + " or [condition, then]" * self.is_else_optional
