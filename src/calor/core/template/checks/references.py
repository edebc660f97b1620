"""References: whether the resources and attributes exist that a value asks for."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from calor.core.schema.model import TypeSchema
from calor.core.source import Path, Report, did_you_mean, shorten
from calor.core.template.analysis import Reference, references
from calor.core.template.expression import Compiled
from calor.core.template.scope import StackScope
from calor.core.template.template import ResourceDefinition
from calor.core.values import UNKNOWN, Value


@dataclass(frozen=True, slots=True)
class ReferenceCheck:
    """Checks references to the resources of one stack."""

    scope: StackScope
    enabled: Mapping[str, ResourceDefinition]
    types: Mapping[str, TypeSchema]
    report: Report

    def check(self, compiled: Compiled) -> list[str]:
        """Return the existing resources that a value refers to; report what does not exist."""
        found = []
        for one in references(compiled, self.scope):
            if self._exists(one.resource, one.path):
                self._check_attribute(one)
                found.append(str(one.resource))
        return found

    def needs(self, resource: ResourceDefinition) -> list[str]:
        """Return the resources that one waits for; report what does not exist."""
        explicit = self._depends_on(resource) if resource.depends_on else []
        if resource.external_id is not None:
            return explicit
        return [*explicit, *self.check(resource.properties), *self.check(resource.metadata)]

    def _depends_on(self, resource: ResourceDefinition) -> list[str]:
        """Return what `depends_on` names; a disabled resource may be named, and is passed over."""
        words = self.scope.template.dialect.words
        for name in resource.depends_on:
            if name not in self.scope.template.resources:
                self._report_missing(name, (words.resources, resource.name, words.depends_on))
        return [name for name in resource.depends_on if name in self.enabled]

    def _exists(self, name: Value, path: Path) -> bool:
        if name is UNKNOWN:
            self.report.error(path, "the name of a resource must be known before it is created")
        elif name not in self.scope.template.resources:
            self._report_missing(name, path)
        elif name not in self.enabled:
            self.report.error(
                path,
                f"the resource {shorten(name)} is disabled by its condition",
                "choose with `if` between this reference and another value",
            )
        return name in self.enabled

    def _report_missing(self, name: str, path: Path) -> None:
        hint = partial(did_you_mean, name, self.scope.template.resources)
        self.report.error(path, f"there is no resource {shorten(name)}", hint)

    def _check_attribute(self, reference: Reference) -> None:
        """Report an attribute that the type lacks; one whose name is no string fails elsewhere."""
        kind = self.types.get(str(reference.resource))
        name = reference.attribute[0] if reference.attribute else None
        if kind and isinstance(name, str) and not kind.has_attribute(name):
            self.report.error(
                reference.path,
                f"{kind.name} has no attribute {shorten(name)}",
                partial(_meant, name, kind),
            )


def _meant(name: str, kind: TypeSchema) -> str:
    known = ", ".join(sorted(kind.attributes))
    return did_you_mean(name, kind.attributes) or (f"it has {known}" if known else "it has none")
