"""One resource: its properties, policies and metadata against its type."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TypeGuard

from calor.core.errors import EvaluationError
from calor.core.schema.constraints import Lookup
from calor.core.schema.model import Status, TypeSchema
from calor.core.schema.properties import Note, check_properties
from calor.core.schema.typed import typed_properties
from calor.core.source import Hint, Path, Report, Severity, shorten
from calor.core.template.expression import Compiled, Expression, ListExpression, MapExpression
from calor.core.template.scope import StackScope
from calor.core.template.sections import closest
from calor.core.template.template import ResourceDefinition
from calor.core.values import ABSENT, UNKNOWN, Value, kind_of

SNAPSHOT = "Snapshot"


@dataclass(frozen=True, slots=True)
class ResourceCheck:
    """Checks the resources of one stack, one by one."""

    scope: StackScope
    lookup: Lookup
    report: Report

    def check(self, resource: ResourceDefinition, kind: TypeSchema | None) -> Mapping[str, Value]:
        """Return a resource's typed properties; report what is wrong with any part of it."""
        words = self.scope.template.dialect.words
        path: Path = (words.resources, resource.name)
        self.value(resource.metadata, (*path, words.metadata))
        self.value(resource.external_id, (*path, words.external_id or ""))
        self._deletion_policy(resource, kind, (*path, words.deletion_policy))
        below = (*path, words.properties)
        properties = self.value(resource.properties, below)
        if kind is None or resource.external_id is not None:
            return {}
        self._support(kind, (*path, words.type))
        self._update_policy(resource, kind, (*path, words.update_policy))
        return self.properties(kind, properties, below)

    def properties(self, kind: TypeSchema, given: Value, path: Path) -> Mapping[str, Value]:
        """Return given properties as the type wants them; if they are unknown, each of them is."""
        if not self._is_map(given, path):
            return dict.fromkeys(kind.properties, UNKNOWN)
        return typed_properties(kind, given, self._note_below(path), self.lookup)

    def value(self, compiled: Compiled, path: Path) -> Value:
        """Evaluate a value part by part; what cannot be evaluated is reported, and unknown."""
        match compiled:
            case MapExpression(items):
                entries = ((key, self.value(one, (*path, key))) for key, one in items.items())
                return {key: value for key, value in entries if value is not ABSENT}
            case ListExpression(items):
                found = [self.value(one, (*path, n)) for n, one in enumerate(items)]
                return [one for one in found if one is not ABSENT]
            case Expression():
                return self._result(compiled, path)
            case _:
                return compiled

    def _result(self, call: Expression, path: Path) -> Value:
        try:
            return call.evaluate(self.scope)
        except EvaluationError as problem:
            self.report.error(problem.path or path, problem.message, problem.hint)
            return UNKNOWN

    def _is_map(self, value: Value, path: Path) -> TypeGuard[dict[str, Value]]:
        if not isinstance(value, dict) and value is not UNKNOWN:
            self.report.error(path, f"expected a map, not a {kind_of(value)}")
        return isinstance(value, dict)

    def _support(self, kind: TypeSchema, path: Path) -> None:
        if kind.support.status in (Status.DEPRECATED, Status.HIDDEN, Status.UNSUPPORTED):
            since = f" since {kind.support.since}" if kind.support.since else ""
            self.report.warn(
                path, f"{kind.name} is {kind.support.status.lower()}{since}", kind.support.message
            )

    def _deletion_policy(
        self, resource: ResourceDefinition, kind: TypeSchema | None, path: Path
    ) -> None:
        policy = self.value(resource.deletion_policy, path)
        if policy is None or policy is UNKNOWN:
            return
        known = self.scope.template.dialect.deletion_policies
        if not isinstance(policy, str) or policy not in known:
            what = f"{shorten(policy)} is not a deletion policy"
            self.report.error(path, what, partial(closest, policy, known))
        elif known[policy] == SNAPSHOT and kind is not None and not kind.can_snapshot:
            self.report.error(path, f"{kind.name} cannot be backed up before it is deleted")

    def _update_policy(self, resource: ResourceDefinition, kind: TypeSchema, path: Path) -> None:
        policy = self.value(resource.update_policy, path)
        if self._is_map(policy, path) and policy and not kind.placeholder:
            check_properties(kind.update_policy, policy, self._note_below(path), self.lookup)

    def _note_below(self, path: Path) -> Note:
        def note(severity: Severity, below: Path, message: str, hint: Hint) -> None:
            tell = self.report.error if severity is Severity.ERROR else self.report.warn
            tell((*path, *below), message, hint)

        return note
