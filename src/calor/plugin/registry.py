"""Find resource types, built in or of a third party, without importing any too early.

A package offers types by an entry point in the group `calor.resource_types`.  Its
name is how the types' names begin, with dots for colons; what it points to is a
map from type names to types, or one type:

    [project.entry-points."calor.resource_types"]
    "Acme" = "acme_calor:TYPES"                 # all of Acme::…
    "OS.Neutron.Net" = "acme_calor.net:Net"     # that very type, in place of ours

Nothing is imported before a type is asked for whose name begins so.  The longest
name wins; where it has no such type, the next shorter one is asked.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, TypeAlias

from calor.core.errors import BrokenPlugin
from calor.core.schema.model import TypeSchema
from calor.plugin.declaration import DeclaredType
from calor.plugin.schema import schema_of

GROUP: Final = "calor.resource_types"

Offer: TypeAlias = type[DeclaredType] | TypeSchema
"""A type as a plugin gives it: declared in Python, or as plain data."""


class TypeRegistry:
    """The resource types that are installed."""

    def __init__(self, points: Iterable[EntryPoint] | None = None) -> None:
        self._given = points
        self._offers: dict[str, Offer] = {}
        self._loaded: dict[EntryPoint, Mapping[str, Offer]] = {}

    def get(self, name: str) -> TypeSchema | None:
        """Return a type's schema, if there is such a type."""
        offer = self.offer(name)
        if offer is None or isinstance(offer, TypeSchema):
            return offer
        try:
            return schema_of(offer)
        except (TypeError, NameError) as problem:
            raise BrokenPlugin(f"the resource type {name} is declared wrongly: {problem}") from None

    def offer(self, name: str) -> Offer | None:
        """Return a type as its plugin gives it: a class where it is implemented in Python."""
        known = self._offers.get(name)
        if known is None and (known := self._find(name)) is not None:
            # What is not there is not remembered: anybody may ask for any name.
            self._offers[name] = known
        return known

    def names(self) -> list[str]:
        """Return the names of all types; this loads every plugin."""
        points = [one for some in self._points.values() for one in some]
        return sorted({name for point in points for name in self._load(point)})

    @cached_property
    def _points(self) -> dict[str, list[EntryPoint]]:
        given = entry_points(group=GROUP) if self._given is None else self._given
        points: dict[str, list[EntryPoint]] = {}
        for one in sorted(given, key=lambda point: point.value):
            points.setdefault(one.name, []).append(one)
        return points

    def _find(self, name: str) -> Offer | None:
        for prefix in _prefixes(name):
            for point in self._points.get(prefix, ()):
                if (offer := self._load(point).get(name)) is not None:
                    return offer
        return None

    def _load(self, point: EntryPoint) -> Mapping[str, Offer]:
        if point not in self._loaded:
            self._loaded[point] = _offers(point)
        return self._loaded[point]


def _prefixes(name: str) -> Iterator[str]:
    """Return the names of entry points that may know a type, the longest first."""
    parts = name.split("::")
    return (".".join(parts[:end]) for end in range(len(parts), 0, -1))


def _offers(point: EntryPoint) -> Mapping[str, Offer]:
    try:
        found: Any = point.load()
    except (ImportError, AttributeError) as problem:
        raise BrokenPlugin(
            f"{point.value} of the group {GROUP} cannot be loaded: {problem}"
        ) from problem
    if isinstance(found, TypeSchema):
        return {found.name: found}
    if isinstance(found, type) and issubclass(found, DeclaredType):
        return {found.type_name: found}
    if isinstance(found, Mapping):
        return found
    raise BrokenPlugin(f"{point.value} ({GROUP}) is neither a type nor a map of types")
