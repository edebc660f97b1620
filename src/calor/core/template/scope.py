"""The scope of one stack: its parameters, conditions, files, and what is known of its resources."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from calor.core.errors import EvaluationError
from calor.core.source import shorten
from calor.core.template.expression import evaluate
from calor.core.template.spelling import Spelling
from calor.core.template.template import Template
from calor.core.values import UNKNOWN, Unknown, Value, kind_of

Yaql: TypeAlias = Callable[[str, Value], Value]
DEFAULT_ZONES = ("nova",)


class ResourceValues(Protocol):
    """What is known of the resources of a stack."""

    def reference(self, resource: str) -> Value:
        """Return a resource's reference id."""

    def attribute(self, resource: str, path: tuple[Value, ...]) -> Value:
        """Return an attribute, or what lies along a path in it; no path means all of them."""


class NothingYet:
    """The resources of a stack that has not been created."""

    def reference(self, _: str) -> Value:
        """Nobody knows."""
        return UNKNOWN

    def attribute(self, _: str, __: tuple[Value, ...]) -> Value:
        """Nobody knows."""
        return UNKNOWN


NOTHING_YET = NothingYet()


def no_yaql(_: str, __: Value) -> Value:
    """Leave every yaql expression unknown."""
    return UNKNOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class StackScope:
    """Answers what the expressions of one template ask."""

    template: Template
    parameters: Mapping[str, Value]
    resources: ResourceValues = NOTHING_YET
    files: Mapping[str, str] = field(default_factory=dict)
    parent: Mapping[str, Value] | None = None
    """`metadata`, `deletion_policy` and `update_policy` of the resource this stack stands for."""
    run_yaql: Yaql = no_yaql
    availability_zones: tuple[str, ...] = DEFAULT_ZONES
    _conditions: dict[str, bool | Unknown | None] = field(default_factory=dict)
    """What has been found out; none while a condition is being looked into."""
    _spelling: Spelling = field(default_factory=Spelling)

    def parameter(self, name: str) -> Value:
        """Return a parameter's value."""
        try:
            return self.parameters[name]
        except KeyError:
            raise self._missing("parameter", name, self.parameters) from None

    def reference(self, resource: str) -> Value:
        """Return a resource's reference id."""
        return self.resources.reference(resource)

    def attribute(self, resource: str, path: tuple[Value, ...]) -> Value:
        """Return an attribute of a resource."""
        return self.resources.attribute(resource, path)

    def file(self, name: str) -> str:
        """Return the text of a file sent along."""
        try:
            return self.files[name]
        except KeyError:
            raise self._missing("file", name, self.files) from None

    def condition(self, name: str) -> bool | Unknown:
        """Return whether a named condition holds."""
        if name not in self.template.conditions:
            raise self._missing("condition", name, self.template.conditions)
        if name not in self._conditions:
            self._conditions[name] = None
            self._conditions[name] = self._decide(name)
        found = self._conditions[name]
        if found is None:
            raise EvaluationError(f"the condition {shorten(name)} depends on itself")
        return found

    def leave_undecided(self, names: Iterable[str]) -> None:
        """Take conditions that cannot be decided for unknown."""
        self._conditions.update(dict.fromkeys(names, UNKNOWN))

    def mapping(self, name: str) -> Value:
        """Return a map of the section `Mappings`."""
        try:
            return self.template.mappings[name]
        except KeyError:
            raise self._missing("mapping", name, self.template.mappings) from None

    def facade(self, part: str) -> Value:
        """Return a part of the parent's resource."""
        if self.parent is None:
            raise EvaluationError("resource_facade only works in a provider template")
        return self.parent.get(part)

    def zones(self) -> Value:
        """Return the names of the availability zones."""
        return list(self.availability_zones)

    def yaql(self, expression: str, data: Value) -> Value:
        """Evaluate a yaql expression in which `$.data` is `data`."""
        return self.run_yaql(expression, data)

    def is_enabled(self, condition: Value) -> bool | Unknown:
        """Return whether the compiled condition of a resource or an output holds."""
        found = evaluate(condition, self)
        if isinstance(found, bool) or found is UNKNOWN:
            return found
        raise EvaluationError(f"a condition must be true or false, not a {kind_of(found)}")

    def _decide(self, name: str) -> bool | Unknown:
        try:
            return self.is_enabled(self.template.conditions[name])
        except EvaluationError:
            # Whoever asks first is told; for all others a broken condition is unknown.
            self.leave_undecided([name])
            raise

    def _missing(self, what: str, name: str, known: Mapping[str, object]) -> EvaluationError:
        hint = self._spelling.guess(name, known.keys())
        return EvaluationError(f"there is no {what} {shorten(name)}", hint=hint)


class Undecided:
    """The scope that decides nothing, for those who want to see every branch."""

    def parameter(self, _: str) -> Value:
        """Nobody knows."""
        return UNKNOWN

    def attribute(self, _: str, __: tuple[Value, ...]) -> Value:
        """Nobody knows."""
        return UNKNOWN

    def yaql(self, _: str, __: Value) -> Value:
        """Nobody knows."""
        return UNKNOWN

    def zones(self) -> Value:
        """Nobody knows."""
        return UNKNOWN

    reference = condition = mapping = facade = file = parameter


UNDECIDED = Undecided()
