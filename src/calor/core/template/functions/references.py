"""Functions that reach outside the expression: parameters, resources, files."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from typing_extensions import override

from calor.core.errors import EvaluationError
from calor.core.source import Path
from calor.core.template.expression import (
    Compiled,
    Expression,
    ListExpression,
    Scope,
    evaluate,
    is_call,
)
from calor.core.template.function import Compiling, Site
from calor.core.template.functions.expected import expect_text
from calor.core.values import ABSENT, UNKNOWN, Value


def follow(value: Value, steps: Iterable[Value], missing: Value, *, digits: bool) -> Value:
    """Walk into maps by key and lists by index; `digits` may stand for an index."""
    for step in steps:
        if value is UNKNOWN or step is UNKNOWN:
            return UNKNOWN
        is_index = digits and isinstance(step, str) and not isinstance(value, dict)
        try:
            value = value[int(step) if is_index else step]
        except (LookupError, TypeError, ValueError):
            return missing
    return value


def evaluate_steps(steps: Iterable[Compiled], scope: Scope) -> list[Value]:
    """Return the values of the steps of a path, without absent ones."""
    return [one for one in (evaluate(step, scope) for step in steps) if one is not ABSENT]


@dataclass(frozen=True, slots=True)
class GetParam(Expression):
    """The value of a parameter, or what lies along a path in it."""

    argument: Compiled
    site: Site

    @override
    def evaluate(self, scope: Scope) -> Value:
        name, *steps = self._steps(scope)
        if name is UNKNOWN:
            return UNKNOWN
        value = self.site.run(lambda: scope.parameter(expect_text(name, "the parameter's name")))
        return follow(value, steps, "", digits=True)

    @override
    def parts(self, scope: Scope) -> Iterator[Compiled]:
        yield self.argument

    @property
    def literal_name(self) -> str | None:
        """The parameter's name, unless it is computed."""
        match self.argument:
            case str() as name:
                return name
            case [str() as name, *_] | ListExpression((str() as name, *_)):
                return name
            case _:
                return None

    def _steps(self, scope: Scope) -> list[Value]:
        argument = evaluate(self.argument, scope)
        return argument if isinstance(argument, list) and argument else [argument]


@dataclass(frozen=True, slots=True)
class GetParamFunction:
    """`get_param: name` or `get_param: [name, path...]`."""

    name: str = "get_param"

    def build(self, compiling: Compiling, argument: Value, path: Path) -> Compiled:
        """Take a name or a path, any part of which may be computed."""
        compiled = compiling.compile(argument, (*path, self.name))
        is_form = isinstance(compiled, str | list | ListExpression) or is_call(compiled)
        if not (is_form and argument):
            raise EvaluationError(f"{self.name} must have the form name or [name, path...]", path)
        return GetParam(compiled, Site(self.name, path))


@dataclass(frozen=True, slots=True)
class GetResource(Expression):
    """The reference id of a resource."""

    resource: Compiled
    site: Site

    @override
    def evaluate(self, scope: Scope) -> Value:
        name = evaluate(self.resource, scope)
        if name is UNKNOWN:
            return UNKNOWN
        return self.site.run(lambda: scope.reference(expect_text(name, "the resource's name")))

    @override
    def parts(self, scope: Scope) -> Iterator[Compiled]:
        yield self.resource


@dataclass(frozen=True, slots=True)
class GetResourceFunction:
    """`get_resource: name`."""

    name: str = "get_resource"

    def build(self, compiling: Compiling, argument: Value, path: Path) -> Compiled:
        """Take a name, which may itself be computed."""
        return GetResource(
            name_or_call(compiling, argument, path, self.name), Site(self.name, path)
        )


def name_or_call(compiling: Compiling, argument: Value, path: Path, function: str) -> Compiled:
    """Compile an argument that must be a string, or a call that gives one."""
    if isinstance(argument, str | dict):
        compiled = compiling.compile(argument, (*path, function))
        if isinstance(compiled, str) or is_call(compiled):
            return compiled
    raise EvaluationError(f"{function} must have the form name, a string", path)


@dataclass(frozen=True, slots=True)
class GetAttr(Expression):
    """An attribute of a resource, or what lies along a path in it; no steps mean all of them."""

    resource: Compiled
    steps: tuple[Compiled, ...]
    site: Site

    @override
    def evaluate(self, scope: Scope) -> Value:
        name = evaluate(self.resource, scope)
        steps = evaluate_steps(self.steps, scope)
        if name is UNKNOWN or UNKNOWN in steps:
            return UNKNOWN
        return self.site.run(self._ask, scope, name, steps)

    @override
    def parts(self, scope: Scope) -> Iterator[Compiled]:
        yield self.resource
        yield from self.steps

    def _ask(self, scope: Scope, name: Value, steps: list[Value]) -> Value:
        resource = expect_text(name, "the resource's name")
        if self.steps:
            expect_text(steps[0] if steps else None, "the attribute's name")
        if all(isinstance(one, str | int) for one in steps):
            return scope.attribute(resource, tuple(steps))
        # Nothing lies along such a path, but the attribute must exist all the same.
        scope.attribute(resource, tuple(steps[:1]))
        return None


@dataclass(frozen=True, slots=True)
class Selected(Expression):
    """What lies along a path in a value; null where the path leads nowhere."""

    value: Expression
    steps: tuple[Compiled, ...]

    @override
    def evaluate(self, scope: Scope) -> Value:
        value = self.value.evaluate(scope)
        return follow(value, evaluate_steps(self.steps, scope), None, digits=False)

    @override
    def parts(self, scope: Scope) -> Iterator[Compiled]:
        yield self.value
        yield from self.steps


@dataclass(frozen=True, slots=True)
class GetAttrFunction:
    """`get_attr: [resource, attribute, path...]`.

    The first version of HOT asks for the whole attribute and selects from it
    afterwards.  That makes a difference for groups, where a path that is
    handed over applies to each member, and one that comes after to their list.
    """

    name: str = "get_attr"
    usage: str = "[resource, attribute, path...]"
    least: int = 2
    most: float = float("inf")
    selects_after: bool = False

    def build(self, compiling: Compiling, argument: Value, path: Path) -> Compiled:
        """Take names and steps, each of which may be computed."""
        if not (isinstance(argument, list) and self.least <= len(argument) <= self.most):
            raise EvaluationError(f"{self.name} must have the form {self.usage}", path)
        inner = (*path, self.name)
        resource, *steps = (compiling.compile(one, (*inner, n)) for n, one in enumerate(argument))
        site = Site(self.name, path)
        if self.selects_after and steps[1:]:
            return Selected(GetAttr(resource, (steps[0],), site), tuple(steps[1:]))
        return GetAttr(resource, tuple(steps), site)


@dataclass(frozen=True, slots=True)
class GetFile(Expression):
    """The text of a file sent along with the template."""

    file: Compiled
    site: Site

    @override
    def evaluate(self, scope: Scope) -> Value:
        name = evaluate(self.file, scope)
        if name is UNKNOWN:
            return UNKNOWN
        return self.site.run(lambda: scope.file(expect_text(name, "the file's name")))

    @override
    def parts(self, scope: Scope) -> Iterator[Compiled]:
        yield self.file


@dataclass(frozen=True, slots=True)
class GetFileFunction:
    """`get_file: name`."""

    name: str = "get_file"

    def build(self, compiling: Compiling, argument: Value, path: Path) -> Compiled:
        """Take a name, which may itself be computed."""
        return GetFile(name_or_call(compiling, argument, path, self.name), Site(self.name, path))
