"""Template functions: how a name in YAML becomes a call of a typed Python function.

A list argument is spread over the positions, a map over the keywords, and any
other value is the only position, so a function's Python signature *is* its
schema.  Functions that are lazy or ask the scope build an expression of their
own instead.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from typing_extensions import override

from calor.core.errors import EvaluationError
from calor.core.source import Path
from calor.core.template.expression import Compiled, Expression, Scope, evaluate
from calor.core.values import UNKNOWN, Value, has_unknown


class Compiling(Protocol):
    """What a function may ask of the compiler that met it."""

    def compile(self, value: Value, path: Path) -> Compiled:
        """Compile an argument."""

    def compile_condition(self, value: Value, path: Path) -> Compiled:
        """Compile a condition: a name, a boolean or a condition function."""

    def is_resource(self, name: str) -> bool:
        """Return whether the template declares a resource of this name."""


class Function(Protocol):
    """A template function under one of its names."""

    def build(self, compiling: Compiling, argument: Value, path: Path) -> Expression:
        """Check the form of the argument and return the call; a wrong form is an error."""


@dataclass(frozen=True, slots=True)
class Call(Expression):
    """A call of an eager, pure function."""

    code: Callable[..., Value]
    positions: tuple[Compiled, ...]
    keywords: Mapping[str, Compiled]
    partial: bool
    path: Path

    @override
    def evaluate(self, scope: Scope) -> Value:
        positions = [evaluate(one, scope) for one in self.positions]
        keywords = {name: evaluate(one, scope) for name, one in self.keywords.items()}
        values = [*positions, *keywords.values()]
        if UNKNOWN in values or (not self.partial and any(map(has_unknown, values))):
            return UNKNOWN
        return at(self.path, self.code, *positions, **keywords)

    @override
    def parts(self, scope: Scope) -> Iterator[Compiled]:
        yield from self.positions
        yield from self.keywords.values()


@dataclass(frozen=True, slots=True)
class PureFunction:
    """A function that only looks at its arguments.

    `usage` shows the right form in messages.  `partial` functions can work with
    maps and lists that have unknown values in them; for all others an unknown
    value anywhere in the arguments makes the result unknown.
    """

    name: str
    usage: str
    code: Callable[..., Value]
    partial: bool = False

    def build(self, compiling: Compiling, argument: Value, path: Path) -> Expression:
        """Bind the argument to the signature of the code."""
        positions, keywords = spread(argument)
        try:
            inspect.signature(self.code).bind(*positions, **keywords)
        except TypeError as problem:
            raise EvaluationError(f"{self.name} must have the form {self.usage}", path) from problem
        inner = (*path, self.name)
        return Call(
            self.code,
            tuple(compiling.compile(one, (*inner, n)) for n, one in enumerate(positions)),
            {key: compiling.compile(one, (*inner, key)) for key, one in keywords.items()},
            self.partial,
            path,
        )


def pure(
    name: str, usage: str, *, partial: bool = False
) -> Callable[[Callable[..., Value]], PureFunction]:
    """Make a Python function callable from templates."""
    return lambda code: PureFunction(name, usage, code, partial)


def spread(argument: Value) -> tuple[list[Value], Mapping[str, Value]]:
    """Return the positions and the keywords that an argument stands for."""
    match argument:
        case list():
            return argument, {}
        case dict():
            return [], argument
        case _:
            return [argument], {}


def at(path: Path, code: Callable[..., Value], *positions: Value, **keywords: Value) -> Value:
    """Run code; an error that knows no place yet has happened at `path`."""
    try:
        return code(*positions, **keywords)
    except EvaluationError as problem:
        if problem.path:
            raise
        raise EvaluationError(problem.message, path) from problem
