"""The registry entries of one origin, the user or the operator, indexed for lookup."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from calor.core.template.environment.glob import is_pattern, matches
from calor.core.values import Value

TEMPLATE_ENDINGS = (".yaml", ".template")


def is_template(name: str) -> bool:
    """Return whether a name is that of a template file."""
    return name.endswith(TEMPLATE_ENDINGS)


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: `key` stands for `target`, for one resource only if that is named."""

    key: str
    target: str
    is_users: bool
    resource: str | None = None

    @property
    def template(self) -> str | None:
        """The template file the entry leads to; a key that is one stands for itself."""
        if is_template(self.key):
            return self.key
        return self.target if is_template(self.target) else None

    def follow(self, type_name: str) -> str:
        """Return the type that a type is mapped to; what a star stands for is kept."""
        if self.key.endswith("*") and self.target.endswith("*"):
            return self.target[:-1] + type_name[len(self.key) - 1 :]
        return self.target


@dataclass(frozen=True, slots=True)
class Layer:
    """Entries as written, with nulls carried out, and indexes over them."""

    entries: Mapping[str, str]
    resources: Mapping[str, Any]
    """What is said about single resources, and inside that about those of their child stacks."""
    removed: tuple[str, ...]
    """Keys whose target was null."""
    is_users: bool
    lengths: tuple[int, ...]
    """The lengths of what stands before the star in keys that have one."""
    patterns: tuple[str, ...]
    """The resource names that are patterns."""

    @classmethod
    def of(
        cls,
        entries: Mapping[str, str],
        resources: Mapping[str, Any],
        removed: tuple[str, ...] = (),
        *,
        is_users: bool = True,
    ) -> "Layer":
        """Index entries."""
        lengths = sorted({len(key) - 1 for key in entries if key.endswith("*")})
        patterns = tuple(name for name in resources if is_pattern(name))
        return cls(entries, resources, removed, is_users, tuple(lengths), patterns)

    def candidates(self, type_name: str, resource: str | None) -> Iterator[Entry]:
        """Yield what this layer has for a type: for this very resource first, then by name."""
        own = self.resources.get(resource) if resource is not None else None
        target = own.get(type_name) if isinstance(own, dict) else None
        if isinstance(target, str):
            yield Entry(type_name, target, self.is_users, resource)
        for key in sorted(self._keys(type_name)):
            yield Entry(key, self.entries.get(key, key), self.is_users)

    def nodes(self, resource: str) -> Iterator[Mapping[str, Value]]:
        """Yield what is said about a resource: under patterns first, then under its name."""
        names = [one for one in self.patterns if one != resource and matches(resource, one)]
        for name in (*names, resource):
            node = self.resources.get(name)
            if isinstance(node, dict):
                yield node

    def without(self, entry: Entry) -> "Layer":
        """Return the layer without a type-wide entry."""
        if entry.is_users != self.is_users or entry.resource or entry.key not in self.entries:
            return self
        entries = {key: one for key, one in self.entries.items() if key != entry.key}
        return Layer.of(entries, self.resources, self.removed, is_users=self.is_users)

    def removes(self, type_name: str) -> bool:
        """Return whether a null in this layer takes a type away."""
        return any(
            type_name.startswith(key[:-1]) if key.endswith("*") else type_name == key
            for key in self.removed
        )

    def _keys(self, type_name: str) -> set[str]:
        prefixes = (type_name[:length] for length in self.lengths if length <= len(type_name))
        keys = {f"{prefix}*" for prefix in prefixes}
        found = {key for key in keys if self._maps(key, type_name)}
        if type_name in self.entries or (self.is_users and is_template(type_name)):
            found.add(type_name)
        return found

    def _maps(self, key: str, type_name: str) -> bool:
        """Return whether the key exists and does not map the type onto itself."""
        target = self.entries.get(key)
        return target is not None and target != type_name
