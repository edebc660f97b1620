"""Dependencies that nobody writes: a port waits for all subnets of its network, and such.

Two resources name the same object if they refer to the same resource, or give
the same value.  What a value will be once something is there is not asked: who
waits for whom must be the same today and tomorrow.
"""

from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, TypeAlias

from calor.core.errors import EvaluationError
from calor.core.graph import Graph
from calor.core.schema.model import After, Move, TypeSchema
from calor.core.template.analysis import references
from calor.core.template.expression import (
    Compiled,
    Expression,
    ListExpression,
    MapExpression,
    Scope,
    evaluate,
)
from calor.core.template.template import ResourceDefinition

ROUNDS: Final = 20
"""So many contradictions among what types add are sorted out; with more, nothing is added."""

SchemaOf: TypeAlias = Callable[[str, str], TypeSchema | None]
"""Takes the name of a type and of the resource that is of it."""

Path: TypeAlias = tuple[str, ...]
Names: TypeAlias = AbstractSet[tuple[str, str]]
"""What an object is known by: a resource that it comes from, or a value."""


def with_unwritten(
    graph: Graph, resources: Mapping[str, ResourceDefinition], scope: Scope, schema_of: SchemaOf
) -> Graph:
    """Return a graph with what the types add; what would go round in a circle is left out."""
    schemas = {name: schema_of(one.type, name) for name, one in resources.items()}
    if not any(one and one.after for one in schemas.values()):
        return graph
    search = _Search(graph, resources, scope, schemas)
    added = [
        (name, need) for name, one in schemas.items() if one for need in search.needs(name, one)
    ]
    if not added:
        return graph
    whole = _joined(graph, added)
    return whole if whole.cycle() is None else _without_circles(graph, added)


@dataclass(frozen=True, slots=True)
class _Search:
    """One look at all resources of a stack."""

    graph: Graph
    resources: Mapping[str, ResourceDefinition]
    scope: Scope
    schemas: Mapping[str, TypeSchema | None]
    indexes: dict[tuple[str, Path], dict[tuple[str, str], list[str]]] = field(default_factory=dict)

    def needs(self, name: str, schema: TypeSchema) -> Iterator[str]:
        """Yield what a resource waits for."""
        if self.resources[name].external_id is not None:
            return
        for rule in schema.after:
            for own in self._meant(name, rule):
                index = self._index(rule.type, rule.theirs)
                found = (
                    [one for some in index.values() for one in some]
                    if own is None
                    else [one for key in own for one in index.get(key, ())]
                )
                yield from (one for one in dict.fromkeys(found) if one != name)

    def _meant(self, name: str, rule: After) -> Iterator[Names | None]:
        """Yield by what the object is known; none where any may be meant."""
        if rule.through is None:
            yield self._names(name, rule.own)
            return
        for other in self.graph.needs.get(name, ()):
            schema = self.schemas.get(other)
            if schema and schema.name == rule.through:
                yield self._names(other, rule.own) or None

    def _index(self, type_name: str, path: Path) -> dict[tuple[str, str], list[str]]:
        """Return the resources of a type by the objects that they name; all have an entry."""
        key = (type_name, path)
        if key not in self.indexes:
            index: dict[tuple[str, str], list[str]] = {}
            for name, schema in self.schemas.items():
                if schema and schema.name == type_name:
                    for one in self._names(name, path) or {("nothing", name)}:
                        index.setdefault(one, []).append(name)
            self.indexes[key] = index
        return self.indexes[key]

    def _names(self, resource: str, path: Path) -> Names:
        found: set[tuple[str, str]] = set()
        for way in _ways(self.schemas[resource], path):
            for compiled in _at(self.resources[resource].properties, way, self.scope):
                found |= _known_by(compiled, self.scope)
        return found


def _ways(schema: TypeSchema | None, path: Path) -> Iterator[Path]:
    """Yield where a property may stand: under its name, and its old ones."""
    yield path
    for rule in schema.translations if schema else ():
        if rule.move is Move.REPLACE and rule.path == path:
            yield (*path[:-1], *rule.source)


def _at(compiled: Compiled, path: Path, scope: Scope) -> Iterator[Compiled]:
    """Yield what stands at a path, in each item where it leads through a list."""
    if isinstance(compiled, MapExpression | ListExpression):
        compiled = compiled.items
    elif isinstance(compiled, Expression) and path:
        compiled = _value(compiled, scope)
    if isinstance(compiled, list | tuple):
        for one in compiled:
            yield from _at(one, path, scope)
    elif not path:
        yield compiled
    elif isinstance(compiled, Mapping) and path[0] in compiled:
        yield from _at(compiled[path[0]], path[1:], scope)


def _known_by(compiled: Compiled, scope: Scope) -> Names:
    refers_to = [one.resource for one in references(compiled, scope)]
    if refers_to:
        return {("resource", one) for one in refers_to if isinstance(one, str)}
    value = _value(compiled, scope)
    return {("value", value)} if isinstance(value, str) and value else set()


def _value(compiled: Compiled, scope: Scope) -> Compiled:
    """Return a value that needs no resource; what does is no value yet."""
    if any(references(compiled, scope)):
        return None
    try:
        return evaluate(compiled, scope)
    except EvaluationError:
        return None


def _joined(graph: Graph, added: list[tuple[str, str]]) -> Graph:
    needs = {name: list(needed) for name, needed in graph.needs.items()}
    for name, need in added:
        needs[name].append(need)
    return Graph.of(needs)


def _without_circles(graph: Graph, added: list[tuple[str, str]]) -> Graph:
    """Leave out what contradicts what was written, and then one circle after another."""
    users = {name: _users(graph, name) for name in {name for name, _ in added}}
    added = [(name, need) for name, need in added if need not in users[name]]
    for _ in range(ROUNDS):
        whole = _joined(graph, added)
        circle = whole.cycle()
        if circle is None:
            return whole
        on_it = set(pairwise(circle))
        added = [one for one in added if one not in on_it]
    return graph


def _users(graph: Graph, name: str) -> set[str]:
    """Return all that wait for a resource, at whatever distance."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        new = [one for one in graph.wanted_by.get(waiting.pop(), ()) if one not in found]
        found.update(new)
        waiting += new
    return found
