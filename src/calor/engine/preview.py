"""Say what an update would do, by the same decisions that the update will make."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from calor.core.errors import CalorError
from calor.core.plan import Change, Kind, Reason, Rule
from calor.core.values import UNKNOWN, Value
from calor.engine.forward import Visit, judge_change, look_at
from calor.engine.rows import fresh_row
from calor.engine.stack import LiveStack
from calor.engine.tree import LiveTree, RowValues
from calor.store.records import StackRecord


@dataclass(frozen=True, slots=True)
class StackPlan:
    """What becomes of each resource of a stack, in the order in which it happens."""

    changes: Mapping[str, Change]
    children: Mapping[str, "StackPlan"] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether nothing would be done."""
        kept = all(one.kind is Kind.KEEP for one in self.changes.values())
        return kept and all(child.is_empty for child in self.children.values())


@dataclass(frozen=True, slots=True)
class ForeseenValues:
    """What is known of the resources of a stack that is about to change."""

    rows: RowValues
    changes: Mapping[str, Change]
    foretold: Mapping[str, Mapping[str, Value]]

    def reference(self, resource: str) -> Value:
        """Return a reference id: that of something new is unknown."""
        kind = self.changes[resource].kind if resource in self.changes else Kind.KEEP
        return self.rows.reference(resource) if kind in (Kind.KEEP, Kind.UPDATE) else UNKNOWN

    def attribute(self, resource: str, path: tuple[Value, ...]) -> Value:
        """Return an attribute; of something that changes, only what its type can foretell."""
        change = self.changes.get(resource)
        if change is None or change.kind is Kind.KEEP:
            return self.rows.attribute(resource, path)
        known = self.foretold.get(resource, {})
        if len(path) == 1 and path[0] in known:
            return known[str(path[0])]
        return UNKNOWN


def preview(tree: LiveTree, stack: LiveStack, record: StackRecord) -> StackPlan:
    """Return what becomes of a stack's resources if its record were this."""
    changes: dict[str, Change] = {}
    foretold: dict[str, Mapping[str, Value]] = {}
    goal = tree.goal(record)
    values = ForeseenValues(RowValues(tree, record.id), changes, foretold)
    goal = replace(goal, scope=replace(goal.scope, resources=values))
    future = LiveStack(record, goal, dict(stack.rows))
    future.choose_rows()
    for name in goal.graph.order():
        changes[name], told = _foresee(tree, future, name)
        foretold[name] = told
    for name in {row.name for row in stack.rows.values()} - goal.resources.keys():
        changes[name] = Change(Kind.DELETE, (Reason(Rule.REMOVED),))
    return StackPlan(changes)


def _foresee(tree: LiveTree, future: LiveStack, name: str) -> tuple[Change, Mapping[str, Value]]:
    row = future.row(name) or fresh_row(tree, future, name, future.goal.resources[name].type)
    try:
        visit: Visit = look_at(tree, future, name)
    except CalorError as problem:
        return Change(Kind.REFUSE, (Reason(Rule.FAILED, None, None, str(problem)),)), {}
    return judge_change(visit, row), visit.resource.foretell()
