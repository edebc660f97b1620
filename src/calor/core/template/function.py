"""Template functions: how a name in YAML becomes a call of a typed Python function.

A function's Python signature *is* its schema: positional-only parameters stand
for the items of a list, keyword-only parameters for the keys of a map, and one
ordinary parameter for the argument as a whole.  Functions that are lazy or ask
the scope build an expression of their own instead.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from typing_extensions import override

from calor.core.errors import EvaluationError
from calor.core.source import Path
from calor.core.template.expression import Compiled, Expression, Scope, evaluate, is_call
from calor.core.template.form import Form
from calor.core.values import ABSENT, UNKNOWN, Value, has_unknown


class Compiling(Protocol):
    """What a function may ask of the compiler that met it."""

    def compile(self, value: Value, path: Path) -> Compiled:
        """Compile an argument."""

    def compile_branch(self, value: Value, path: Path) -> Compiled:
        """Compile an argument that may turn out not to count: its errors wait until it does."""

    def compile_condition(self, value: Value, path: Path) -> Compiled:
        """Compile a condition: a name, a boolean or a condition function."""

    def is_resource(self, name: str) -> bool:
        """Return whether the template declares a resource of this name."""

    def warn(self, path: Path, message: str) -> None:
        """Tell the author of something that works but looks wrong."""


class Function(Protocol):
    """A template function under one of its names."""

    def build(self, compiling: Compiling, argument: Value, path: Path, /) -> Compiled:
        """Check the form of the argument and return the call; a wrong form is an error."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """A function that is known, but must not be used here."""

    name: str
    reason: str

    def build(self, _compiling: Compiling, _argument: Value, path: Path) -> Compiled:
        """Refuse."""
        raise EvaluationError(f"{self.name} {self.reason}", path)


@dataclass(frozen=True, slots=True)
class Site:
    """A call as its errors name it: which function, and where it stands."""

    name: str
    path: Path

    def error(self, message: str, hint: str | None = None) -> EvaluationError:
        """Return an error of this call."""
        return EvaluationError(f"{self.name}: {message}", self.path, hint)

    def run(self, code: Callable[..., Value], *arguments: Value) -> Value:
        """Run code; an error that knows no place yet has happened here."""
        try:
            return code(*arguments)
        except EvaluationError as problem:
            if problem.path:
                raise
            raise self.error(problem.message, problem.hint) from problem
        except RecursionError as problem:
            raise self.error("a value is nested too deeply") from problem


@dataclass(frozen=True, slots=True)
class PureFunction:
    """A function that only looks at its arguments.

    `usage` shows the right form in messages.  `partial` functions can work with
    maps and lists that have unknown values in them; for all others an unknown
    value anywhere in the arguments makes the result unknown.  `computed` ones
    take a call in place of their whole list of arguments.  The first `literal`
    arguments must be strings, not calls.  `lenient` ones leave keys out that
    they do not know, with a warning.
    """

    name: str
    usage: str
    code: Callable[..., Value]
    form: Form
    partial: bool = False
    computed: bool = False
    literal: int = 0
    lenient: bool = False

    def build(self, compiling: Compiling, argument: Value, path: Path) -> Compiled:
        """Bind the argument to the signature of the code."""
        inner = (*path, self.name)
        site = Site(self.name, path)
        if self.form.is_whole:
            return Call(self, (compiling.compile(argument, inner),), {}, site)
        if self.form.takes_list(argument) and self._are_literal(argument):
            items = tuple(compiling.compile(one, (*inner, n)) for n, one in enumerate(argument))
            return Call(self, items, {}, site)
        if self.form.takes_map(argument):
            return Call(self, (), self._keywords(compiling, argument, inner), site)
        if self.computed and isinstance(argument, dict):
            return self._computed(compiling.compile(argument, inner), site)
        raise self.wrong_form(path)

    def apply(self, positions: list[Value], keywords: dict[str, Value]) -> Value:
        """Call the code, unless something is unknown that it must know."""
        values = [*positions, *keywords.values()]
        if any(one is UNKNOWN for one in values):
            return UNKNOWN
        if any(one is ABSENT for one in values):
            return self.apply(*self.form.without_absent(positions, keywords))
        if not self.partial and any(map(has_unknown, values)):
            return UNKNOWN
        return self.code(*positions, **keywords)

    def apply_to(self, argument: Value) -> Value:
        """Call the code with a list of arguments that was computed."""
        if not self.form.takes_list(argument):
            raise EvaluationError(f"the computed argument must have the form {self.usage}")
        return self.apply(argument, {})

    def wrong_form(self, path: Path) -> EvaluationError:
        """Return the error that shows the right form."""
        return EvaluationError(f"{self.name} must have the form {self.usage}", path)

    def _are_literal(self, argument: list[Value]) -> bool:
        return all(isinstance(one, str) for one in argument[: self.literal])

    def _keywords(
        self, compiling: Compiling, argument: Mapping[str, Value], path: Path
    ) -> Mapping[str, Compiled]:
        strange = argument.keys() - self.form.known
        if strange and not self.lenient:
            raise self.wrong_form(path[:-1])
        for key in sorted(map(str, strange)):
            compiling.warn(
                (*path, key), f"{self.name} does not know the key {key!r} and ignores it"
            )
        return {
            key: compiling.compile(one, (*path, key))
            for key, one in argument.items()
            if key in self.form.known
        }

    def _computed(self, argument: Compiled, site: Site) -> Compiled:
        if not is_call(argument):
            raise self.wrong_form(site.path)
        return ComputedCall(self, argument, site)


@dataclass(frozen=True, slots=True)
class Call(Expression):
    """A call of an eager, pure function."""

    function: PureFunction
    positions: Sequence[Compiled]
    keywords: Mapping[str, Compiled]
    site: Site

    @override
    def evaluate(self, scope: Scope) -> Value:
        positions = [evaluate(one, scope) for one in self.positions]
        keywords = {name: evaluate(one, scope) for name, one in self.keywords.items()}
        return self.site.run(self.function.apply, positions, keywords)

    @override
    def parts(self, scope: Scope) -> Iterator[Compiled]:
        yield from self.positions
        yield from self.keywords.values()


@dataclass(frozen=True, slots=True)
class ComputedCall(Expression):
    """A call of an eager, pure function whose whole list of arguments is itself a call."""

    function: PureFunction
    argument: Compiled
    site: Site

    @override
    def evaluate(self, scope: Scope) -> Value:
        argument = evaluate(self.argument, scope)
        if argument is UNKNOWN:
            return UNKNOWN
        return self.site.run(self.function.apply_to, argument)

    @override
    def parts(self, scope: Scope) -> Iterator[Compiled]:
        yield self.argument


def pure(
    name: str,
    usage: str,
    *,
    partial: bool = False,
    computed: bool = False,
    literal: int = 0,
    lenient: bool = False,
) -> Callable[[Callable[..., Value]], PureFunction]:
    """Make a Python function callable from templates."""
    return lambda code: PureFunction(
        name, usage, code, Form.of(code), partial, computed, literal, lenient
    )
