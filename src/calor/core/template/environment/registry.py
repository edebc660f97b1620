"""The resource registry: what stands behind a resource type, and what is asked of resources."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from calor.core.template.environment.layer import Layer
from calor.core.template.environment.resolution import ProviderTemplate, Resolution, Search

NO_ENTRIES: Final = Layer.of({}, {})
NO_OPERATOR: Final = Layer.of({}, {}, is_users=False)


@dataclass(frozen=True, slots=True)
class Registry:
    """The user's entries, before those of the operator."""

    user: Layer = NO_ENTRIES
    operator: Layer = NO_OPERATOR
    known: Container[str] | None = None
    """The plugins' type names; without them every name at the end of aliases counts as one."""

    def under(self, operator: Layer, known: Container[str] | None = None) -> "Registry":
        """Return the registry with an operator's entries and plugins behind it."""
        return replace(self, operator=operator, known=known)

    def resolve(self, type_name: str, resource: str | None = None) -> Resolution:
        """Return what stands behind a type, for a resource of this name."""
        return Search(self.user, self.operator, self.known, resource).resolve(type_name)

    def child(self, resource: str, resolution: Resolution | None = None) -> "Registry":
        """Return the registry of the child stack that a resource stands for.

        What was said about resources inside it becomes what is said about its
        resources.  The entry that led to its template is gone, so that the
        template may use the type it stands in for.
        """
        inner: dict[str, Any] = {}
        for node in self.user.nodes(resource):
            inner.update(node)
        user, operator = self.user, self.operator
        if isinstance(resolution, ProviderTemplate):
            user, operator = user.without(resolution.entry), operator.without(resolution.entry)
        if user is self.user and operator is self.operator and not user.resources:
            return self
        return replace(self, user=Layer.of(user.entries, inner), operator=operator)

    def behind(self, entries: Mapping[str, str]) -> "Registry":
        """Return the registry with further entries, which count where the user has none."""
        user = self.user
        merged = {**entries, **user.entries}
        return replace(self, user=Layer.of(merged, user.resources, user.removed))

    def hooks_for(self, resource: str) -> frozenset[str]:
        """Return the points at which a resource is to wait for somebody."""
        return self._words("hooks", resource)

    def restricted_actions_for(self, resource: str) -> frozenset[str]:
        """Return what must not be done to a resource."""
        return self._words("restricted_actions", resource)

    def to_dict(self) -> dict[str, Any]:
        """Return the user's entries as they stand in an environment."""
        return {"resources": dict(self.user.resources), **self.user.entries}

    def _words(self, key: str, resource: str) -> frozenset[str]:
        words: set[str] = set()
        for node in self.user.nodes(resource):
            value = node.get(key, ())
            words.update([value] if isinstance(value, str) else value)
        return frozenset(words)
