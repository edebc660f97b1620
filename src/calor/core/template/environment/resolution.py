"""Find what stands behind a resource type, through aliases and wildcards."""

from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from calor.core.source import shorten
from calor.core.template.environment.layer import Entry, Layer

MAX_ALIASES: Final = 32
"""How many aliases may follow one another."""
MAX_STEPS: Final = 256
"""How many types one lookup may come by."""

Stop: TypeAlias = tuple[str, bool]
"""A type on the way, and whether the user's entries still count there."""


@dataclass(frozen=True, slots=True)
class PluginType:
    """A resource type to be found among the plugins, under this name."""

    name: str


@dataclass(frozen=True, slots=True)
class ProviderTemplate:
    """A template file that stands in for a resource type, and the entry that said so."""

    file: str
    entry: Entry


@dataclass(frozen=True, slots=True)
class Unresolved:
    """Nothing stands behind a resource type, for this reason."""

    message: str


Resolution: TypeAlias = PluginType | ProviderTemplate | Unresolved


class EndlessError(Exception):
    """Aliases lead round and round, or on and on; never leaves this package."""


@dataclass(slots=True)
class Search:
    """One lookup, which tries the next entry where one leads to nothing.

    An operator's alias leads to what the operator has: the user's entries do not
    count from there on.
    """

    user: Layer
    operator: Layer
    known: Container[str] | None
    resource: str | None
    steps: int = 0
    dead: set[Stop] = field(default_factory=set)

    def resolve(self, type_name: str) -> Resolution:
        """Return what stands behind a type."""
        try:
            found = self._find((type_name, True), ())
        except EndlessError as problem:
            return Unresolved(str(problem))
        return found or Unresolved(f"there is no resource type {shorten(type_name)}")

    def _find(self, here: Stop, chain: tuple[Stop, ...]) -> PluginType | ProviderTemplate | None:
        self._check_end(here, chain)
        if here in self.dead:
            return None
        type_name = here[0]
        for entry in self._candidates(here):
            if not entry.is_users and entry.key > type_name and self._is_plugin(type_name):
                break
            found = self._follow(entry, type_name, (*chain, here))
            if found:
                return found
        if self._is_plugin(type_name):
            return PluginType(type_name)
        self.dead.add(here)
        return None

    def _follow(
        self, entry: Entry, type_name: str, chain: tuple[Stop, ...]
    ) -> PluginType | ProviderTemplate | None:
        if entry.template is not None:
            return ProviderTemplate(entry.template, entry)
        target = entry.follow(type_name)
        return None if target == type_name else self._find((target, entry.is_users), chain)

    def _candidates(self, here: Stop) -> Iterator[Entry]:
        type_name, is_users = here
        if is_users:
            yield from self.user.candidates(type_name, self.resource)
        yield from self.operator.candidates(type_name, self.resource)

    def _is_plugin(self, type_name: str) -> bool:
        if self.operator.entries.get(type_name, type_name) != type_name:
            return False
        if self.operator.removes(type_name):
            return False
        return self.known is None or type_name in self.known

    def _check_end(self, here: Stop, chain: tuple[Stop, ...]) -> None:
        self.steps += 1
        if here in chain or len(chain) > MAX_ALIASES or self.steps > MAX_STEPS:
            way = " -> ".join(shorten(name, 60) for name, _ in (*chain[:5], here))
            raise EndlessError(f"the resource registry leads from type to type without end: {way}")
