"""A stack while an engine works on it: its records, its template, and how far it has come."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from calor.core.graph import Graph
from calor.core.state import Action, Status
from calor.core.template.analysis import AttributePath, Reference, references
from calor.core.template.environment.environment import Environment
from calor.core.template.expression import Expression
from calor.core.template.scope import StackScope
from calor.core.template.template import ResourceDefinition, Template
from calor.core.traversal import Traversal
from calor.engine.unwritten import SchemaOf, with_unwritten
from calor.store.records import ResourceRecord, StackRecord


@dataclass(frozen=True, slots=True)
class Goal:
    """What a stack is to become: a template with the values it was given."""

    template: Template
    environment: Environment
    scope: StackScope
    resources: Mapping[str, ResourceDefinition]
    """Those that no condition disables."""
    graph: Graph
    reads: Mapping[str, Collection[AttributePath]]
    """The attributes of each resource that others or the outputs read."""


@dataclass(slots=True)
class LiveStack:
    """A stack of a tree that an engine holds."""

    record: StackRecord
    goal: Goal
    rows: dict[str, ResourceRecord] = field(default_factory=dict)
    current: dict[str, str] = field(default_factory=dict)
    """The row that counts for each name; all other rows of that name are to go."""
    traversal: Traversal | None = None
    is_cleaning: bool = False

    def row(self, name: str) -> ResourceRecord | None:
        """Return the row that counts for a name."""
        row_id = self.current.get(name)
        return self.rows.get(row_id) if row_id else None

    def obsolete(self) -> list[ResourceRecord]:
        """Return the rows that are to go; of a stack that is deleted, all."""
        if self.record.action is Action.DELETE:
            return list(self.rows.values())
        wanted = set(self.current.values())
        return [row for row in self.rows.values() if row.id not in wanted]

    def choose_rows(self) -> None:
        """Choose for each name that the goal has the best row there is."""
        wanted = (row for row in self.rows.values() if row.name in self.goal.resources)
        best = best_rows(self.record, wanted)
        self.current = {name: row.id for name, row in best.items()}


def best_rows(record: StackRecord, rows: Iterable[ResourceRecord]) -> dict[str, ResourceRecord]:
    """Return for each name the row that counts, of a stack that has this record."""
    best: dict[str, ResourceRecord] = {}
    for row in rows:
        other = best.get(row.name)
        if other is None or _merit(record, row) > _merit(record, other):
            best[row.name] = row
    return best


def _merit(record: StackRecord, row: ResourceRecord) -> tuple[bool, bool, bool, float]:
    return (
        row.action is not Action.DELETE,
        row.status is not Status.FAILED,
        row.notes.get("template") == record.template,
        # What was there first is what a rollback goes back to.
        -row.created_at if record.action is Action.ROLLBACK else row.created_at,
    )


def goal_of(
    template: Template,
    environment: Environment,
    scope: StackScope,
    schema_of: SchemaOf,
    read_above: Iterable[tuple[str, AttributePath]] = (),
) -> Goal:
    """Return what a template means with these values: what exists, and who waits for whom."""
    resources = {
        name: one
        for name, one in template.resources.items()
        if one.condition is True or scope.is_enabled(one.condition) is True
    }
    reads: dict[str, set[AttributePath]] = {}
    for name, path in read_above:
        reads.setdefault(name, set()).add(path)
    needs = {name: list(_needs(one, resources, scope, reads)) for name, one in resources.items()}
    for output in template.outputs.values():
        if isinstance(output.value, Expression) and scope.is_enabled(output.condition) is True:
            for one in references(output.value, scope):
                _note_read(one, reads)
    graph = with_unwritten(Graph.of(needs), resources, scope, schema_of)
    return Goal(template, environment, scope, resources, graph, reads)


def _needs(
    resource: ResourceDefinition,
    resources: Mapping[str, ResourceDefinition],
    scope: StackScope,
    reads: dict[str, set[AttributePath]],
) -> Iterator[str]:
    yield from (name for name in resource.depends_on if name in resources)
    if resource.external_id is not None:
        return
    for compiled in (resource.properties, resource.metadata):
        if isinstance(compiled, Expression):
            for one in references(compiled, scope):
                _note_read(one, reads)
                if isinstance(one.resource, str) and one.resource in resources:
                    yield one.resource


def _note_read(reference: Reference, reads: dict[str, set[AttributePath]]) -> None:
    if reference.attribute is not None and isinstance(reference.resource, str):
        reads.setdefault(reference.resource, set()).add(reference.attribute)


def cleanup_graph(rows: list[ResourceRecord]) -> Graph:
    """Return the order in which rows go: each after those that were built upon it."""
    ids = {row.id for row in rows}
    users: dict[str, list[str]] = {row.id: [] for row in rows}
    for row in rows:
        for required in row.requires:
            if required in ids and required != row.id:
                users[required].append(row.id)
    return Graph.of(users)


def walking_graph(rows: list[ResourceRecord]) -> Graph:
    """Return the order in which rows were built."""
    ids = {row.id for row in rows}
    return Graph.of({row.id: [one for one in row.requires if one in ids] for row in rows})
