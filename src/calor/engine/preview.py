"""Say what an update would do, by the same decisions that the update will make."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from calor.core.errors import CalorError
from calor.core.plan import Change, Kind, Reason, Rule
from calor.core.template.functions.references import follow
from calor.core.values import UNKNOWN, Value
from calor.engine.children import allowed_goal, reference_of
from calor.engine.foresight import becoming, child_record, last_phase, nameless
from calor.engine.forward import Visit, judge_change, look_at
from calor.engine.jobs import wanted_attributes
from calor.engine.rows import fresh_row, noted
from calor.engine.stack import Goal, LiveStack
from calor.engine.tree import LiveTree, RowValues
from calor.plugin.nested import StackResource
from calor.store.records import ResourceRecord, StackRecord


@dataclass(frozen=True, slots=True)
class StackPlan:
    """What becomes of each resource of a stack, in the order in which it happens."""

    changes: Mapping[str, Change]
    children: Mapping[str, "StackPlan"] = field(default_factory=dict)
    """What becomes of the child stacks; one that hangs on something unknown is left out."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing would be done."""
        kept = all(one.kind is Kind.KEEP for one in self.changes.values())
        return kept and all(child.is_empty for child in self.children.values())


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What becomes of one resource."""

    change: Change
    foretold: Mapping[str, Value] = field(default_factory=dict)
    child: StackPlan | None = None


@dataclass(frozen=True, slots=True)
class ForeseenValues:
    """What is known of the resources of a stack that is about to change."""

    rows: RowValues
    foreseen: Mapping[str, Foreseen]

    def reference(self, resource: str) -> Value:
        """Return a reference id: that of something new is unknown."""
        found = self.foreseen.get(resource)
        is_there = found is None or found.change.kind in (Kind.KEEP, Kind.UPDATE)
        return self.rows.reference(resource) if is_there else UNKNOWN

    def attribute(self, resource: str, path: tuple[Value, ...]) -> Value:
        """Return an attribute; of something that changes, only what can be foretold."""
        found = self.foreseen.get(resource)
        if found and path and isinstance(path[0], str) and path[0] in found.foretold:
            return follow(found.foretold, path, None, digits=False)
        if found is None or found.change.kind is Kind.KEEP or found.child is not None:
            return self.rows.attribute(resource, path)
        return UNKNOWN


def preview(tree: LiveTree, stack: LiveStack, record: StackRecord) -> StackPlan:
    """Return what becomes of a stack and of all below it if its record were this.

    All of it happens to a copy of the tree: nothing is changed, nothing is to be saved.
    """
    return foresee(tree.imagined(), record, stack.rows)


def foresee(tree: LiveTree, record: StackRecord, rows: Mapping[str, ResourceRecord]) -> StackPlan:
    """Return what becomes of a stack; the tree, a copy, then has everything as it will be."""
    return _plan(tree, record, tree.goal(record), rows)


def _plan(
    tree: LiveTree, record: StackRecord, goal: Goal, rows: Mapping[str, ResourceRecord]
) -> StackPlan:
    foreseen: dict[str, Foreseen] = {}
    values = ForeseenValues(RowValues(tree, record.id), foreseen)
    goal = replace(goal, scope=replace(goal.scope, resources=values))
    future = LiveStack(record, goal, dict(rows))
    future.choose_rows()
    tree.add(future)
    for name in goal.graph.order():
        foreseen[name] = _foresee(tree, future, name)
    for row in rows.values():
        if row.name not in goal.resources:
            foreseen[row.name] = _removed(tree, row)
    return _collected(foreseen)


def _collected(foreseen: Mapping[str, Foreseen]) -> StackPlan:
    return StackPlan(
        {name: one.change for name, one in foreseen.items()},
        {name: one.child for name, one in foreseen.items() if one.child is not None},
    )


def _removed(tree: LiveTree, row: ResourceRecord) -> Foreseen:
    change = Change(Kind.DELETE, (Reason(Rule.REMOVED),))
    stack = tree.child_of(row.id)
    if stack is None:
        return Foreseen(change)
    gone = {one.name: _removed(tree, one) for one in stack.rows.values()}
    return Foreseen(change, child=_collected(gone))


def _foresee(tree: LiveTree, future: LiveStack, name: str) -> Foreseen:
    row = future.row(name) or fresh_row(tree, future, name, future.goal.resources[name].type)
    try:
        visit = look_at(tree, future, name)
        change = judge_change(visit, row)
        is_stack = isinstance(visit.resource, StackResource) and not visit.wanted.external_id
        if change.kind is Kind.REFUSE:
            return Foreseen(change)
        if change.kind is Kind.KEEP and not is_stack:
            return Foreseen(change, dict.fromkeys(_unread(visit, row), UNKNOWN))
        row = becoming(visit, row, change)
        future.rows[row.id], future.current[name] = row, row.id
        child = _foresee_child(visit, row) if is_stack else None
    except CalorError as problem:
        return Foreseen(Change(Kind.REFUSE, (Reason(Rule.FAILED, None, None, str(problem)),)))
    if change.kind is Kind.KEEP and child is not None and not child.is_empty:
        change = Change(Kind.UPDATE, (Reason(Rule.CHILD),))
    return Foreseen(change, visit.resource.foretell(), child)


def _unread(visit: Visit, row: ResourceRecord) -> Iterator[str]:
    """Return the attributes that nobody has read so far, and somebody is going to."""
    for name in wanted_attributes(visit.resource, visit.stack.goal.reads.get(visit.name, ())):
        if name not in row.attributes:
            yield name


def _foresee_child(visit: Visit, row: ResourceRecord) -> StackPlan | None:
    tree, parent, resource = visit.tree, visit.stack, visit.resource
    if not isinstance(resource, StackResource):
        return None
    phase = last_phase(tree, parent, row, resource)
    if phase is None:
        return None
    row = parent.rows[row.id]
    record = child_record(tree, parent, row, phase, visit.kind.resolution)
    present = tree.child_of(row.id)
    goal = allowed_goal(tree, record)
    if present is None:
        return _plan(tree, record, nameless(goal), {})
    plan = _plan(tree, record, goal, present.rows)
    parent.rows[row.id] = noted(row, reference=reference_of(tree.stacks[record.id]))
    return plan
