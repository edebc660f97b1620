"""Expressions: template values with function calls in them, compiled once, evaluated often.

A value without a call in it compiles to itself, so constants cost nothing.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from typing_extensions import override

from calor.core.errors import EvaluationError
from calor.core.source import Path
from calor.core.values import ABSENT, UNKNOWN, Unknown, Value


class Scope(Protocol):
    """What an expression may ask about the stack it is evaluated in.

    Every answer may be `UNKNOWN`; a name that does not exist is an
    `EvaluationError`.
    """

    def parameter(self, name: str) -> Value:
        """Return a parameter's value."""

    def reference(self, resource: str) -> Value:
        """Return a resource's reference id."""

    def attribute(self, resource: str, path: tuple[Value, ...]) -> Value:
        """Return an attribute, or what lies along a path in it; no path means all of them."""

    def file(self, name: str) -> str:
        """Return the text of a file sent along with the template."""

    def condition(self, name: str) -> bool | Unknown:
        """Return whether a named condition holds."""

    def mapping(self, name: str) -> Value:
        """Return a map of the CloudFormation section `Mappings`."""

    def facade(self, part: str) -> Value:
        """Return `metadata`, `deletion_policy` or `update_policy` of the parent's resource."""

    def zones(self) -> Value:
        """Return the names of the availability zones."""

    def yaql(self, expression: str, data: Value) -> Value:
        """Evaluate a yaql expression in which `$.data` is `data`; nothing in it is unknown."""


class Expression:
    """Anything that must be evaluated to become a value.

    No `ABC`: asking whether something is an instance of one takes ten times as
    long, and of this class it is asked a dozen times for each value of a template.
    """

    __slots__ = ()

    @abstractmethod
    def evaluate(self, scope: Scope) -> Value:
        """Return the value in this scope; `UNKNOWN` in gives `UNKNOWN` out."""

    @abstractmethod
    def parts(self, scope: Scope) -> "Iterator[Compiled]":
        """Yield the direct parts that count in this scope: of an `if`, the chosen branch."""


Compiled: TypeAlias = Value | Expression


def evaluate(compiled: Compiled, scope: Scope) -> Value:
    """Return the value of a compiled value in a scope."""
    return compiled.evaluate(scope) if isinstance(compiled, Expression) else compiled


def walk(compiled: Compiled, scope: Scope) -> Iterator[Expression]:
    """Yield every expression that counts in this scope, outermost first.

    Where it cannot be told which parts count, none do; evaluation tells of that.
    """
    waiting = [compiled]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Expression):
            yield one
            waiting += _parts(one, scope)


def _parts(expression: Expression, scope: Scope) -> list[Compiled]:
    try:
        return list(expression.parts(scope))[::-1]
    except EvaluationError:
        return []


@dataclass(frozen=True, slots=True)
class Broken(Expression):
    """A call of wrong form in a branch of an `if`: an error only if that branch counts."""

    message: str
    path: Path

    @override
    def evaluate(self, scope: Scope) -> Value:
        raise EvaluationError(self.message, self.path)

    @override
    def parts(self, scope: Scope) -> Iterator[Compiled]:
        yield from ()


@dataclass(frozen=True, slots=True)
class MapExpression(Expression):
    """A map with a call somewhere among its values."""

    items: Mapping[str, Compiled]

    @override
    def evaluate(self, scope: Scope) -> Value:
        values = {key: evaluate(item, scope) for key, item in self.items.items()}
        if ABSENT in values.values():
            return {key: value for key, value in values.items() if value is not ABSENT}
        return values

    @override
    def parts(self, scope: Scope) -> Iterator[Compiled]:
        yield from self.items.values()


@dataclass(frozen=True, slots=True)
class ListExpression(Expression):
    """A list with a call somewhere among its items."""

    items: tuple[Compiled, ...]

    @override
    def evaluate(self, scope: Scope) -> Value:
        values = [evaluate(item, scope) for item in self.items]
        if ABSENT in values:
            return [value for value in values if value is not ABSENT]
        return values

    @override
    def parts(self, scope: Scope) -> Iterator[Compiled]:
        yield from self.items


def is_call(compiled: Compiled) -> bool:
    """Return whether a compiled value is a call of a function; a broken call is unknown."""
    if isinstance(compiled, MapExpression | ListExpression):
        return False
    return isinstance(compiled, Expression) or compiled is UNKNOWN
