"""One resource: its properties, policies and metadata against its type."""

from collections.abc import Mapping
from dataclasses import dataclass

from calor.core.errors import EvaluationError
from calor.core.schema.constraints import Lookup
from calor.core.schema.model import Status, TypeSchema
from calor.core.schema.properties import Note, check_properties
from calor.core.schema.typed import typed_properties
from calor.core.source import Path, Report, Severity, did_you_mean, shorten
from calor.core.template.expression import Compiled, MapExpression, evaluate
from calor.core.template.scope import StackScope
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
        properties = self.map(resource.properties, (*path, words.properties))
        if kind is None or resource.external_id is not None:
            return properties
        self._support(kind, (*path, words.type))
        self._update_policy(resource, kind, (*path, words.update_policy))
        return self.properties(kind, properties, (*path, words.properties))

    def properties(
        self, kind: TypeSchema, given: Mapping[str, Value], path: Path
    ) -> Mapping[str, Value]:
        """Return given properties as the type wants them."""
        return typed_properties(kind, given, self._note_below(path), self.lookup)

    def value(self, compiled: Compiled, path: Path) -> Value:
        """Evaluate a value; what cannot be evaluated is reported, and unknown."""
        try:
            return evaluate(compiled, self.scope)
        except EvaluationError as problem:
            self.report.error(problem.path or path, problem.message)
            return UNKNOWN

    def map(self, compiled: Compiled, path: Path) -> Mapping[str, Value]:
        """Evaluate a map entry by entry, so that one mistake hides no other."""
        if isinstance(compiled, MapExpression):
            entries = ((key, self.value(one, (*path, key))) for key, one in compiled.items.items())
            return {key: value for key, value in entries if value is not ABSENT}
        value = self.value(compiled, path)
        if isinstance(value, dict):
            return value
        if value is not UNKNOWN:
            self.report.error(path, f"expected a map, not a {kind_of(value)}")
        return {}

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
            hint = did_you_mean(policy, known) or f"known are {', '.join(known)}"
            self.report.error(path, f"{shorten(policy)} is not a deletion policy", hint)
        elif known[policy] == SNAPSHOT and kind is not None and not kind.can_snapshot:
            self.report.error(path, f"{kind.name} cannot be backed up before it is deleted")

    def _update_policy(self, resource: ResourceDefinition, kind: TypeSchema, path: Path) -> None:
        policy = self.map(resource.update_policy, path)
        if policy and not kind.placeholder:
            note = self._note_below(path)
            check_properties(kind.update_policy, policy, note, self.lookup)

    def _note_below(self, path: Path) -> Note:
        def note(severity: Severity, below: Path, message: str, hint: str | None) -> None:
            tell = self.report.error if severity is Severity.ERROR else self.report.warn
            tell((*path, *below), message, hint)

        return note
