"""Resources as previews show them: without links, and with states in two words."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from calor.api.orchestration.rendering import time_of
from calor.core.plan import Change, Kind
from calor.core.state import Action, Status
from calor.core.values import UNKNOWN, Value, has_unknown
from calor.engine.archive import users_of
from calor.engine.ledger import UNREMARKABLE
from calor.engine.preview import StackPlan
from calor.engine.previews import UNMADE, Forecast, fit_to_show
from calor.engine.stack import LiveStack
from calor.engine.tree import LiveTree
from calor.store.records import ResourceRecord, StackRecord

GROUPS: Final = {
    Kind.KEEP: "unchanged",
    Kind.UPDATE: "updated",
    Kind.REPLACE: "replaced",
    Kind.CREATE: "added",
    Kind.DELETE: "deleted",
    Kind.REFUSE: "updated",
}


@dataclass(frozen=True, slots=True)
class Raw:
    """Shows what a forecast knows."""

    forecast: Forecast
    hidden: list[Value]
    _users: dict[int, dict[str, list[str]]] = field(default_factory=dict)
    """Who needs a resource, of each stack that was looked at."""

    @classmethod
    def of(cls, forecast: Forecast) -> "Raw":
        """Return what shows a forecast, and nothing that must not be seen."""
        return cls(forecast, forecast.hidden_values())

    def resources(self) -> list[Any]:
        """Return all resources of a new stack; those of a child stack as a list of their own."""
        return self._new(self.forecast.record.id)

    def changes(self, *, nested: bool) -> dict[str, list[Any]]:
        """Return the resources by what becomes of them."""
        groups: dict[str, list[Any]] = {name: [] for name in GROUPS.values()}
        for kind, shown in self._changes(
            self.forecast.record.id, self.forecast.plan, nested=nested
        ):
            groups[GROUPS[kind]].append(shown)
        return groups

    def plan(self) -> list[dict[str, Any]]:
        """Return what becomes of each resource, and why, property by property."""
        return self._plan(self.forecast.plan)

    def _new(self, stack_id: str) -> list[Any]:
        tree = self.forecast.after
        stack = tree.stacks[stack_id]
        shown: list[Any] = []
        for name in stack.goal.resources:
            row = stack.row(name)
            child = tree.child_of(row.id) if row else None
            if child is not None:
                shown.append(self._new(child.record.id))
            elif row is not None:
                told = self._shown(tree, stack, row)
                shown.append(told | {"properties": fit_to_show(dict(row.properties), self.hidden)})
        return shown

    def _changes(
        self, stack_id: str, plan: StackPlan, *, nested: bool
    ) -> Iterator[tuple[Kind, dict[str, Any]]]:
        for name, change in plan.changes.items():
            found = self._find(stack_id, name, change)
            if found is None:
                continue
            tree, stack, row = found
            yield change.kind, self._shown(tree, stack, row)
            child = tree.child_of(row.id)
            if nested and child is not None and name in plan.children:
                yield from self._changes(child.record.id, plan.children[name], nested=True)

    def _find(
        self, stack_id: str, name: str, change: Change
    ) -> tuple[LiveTree, LiveStack, ResourceRecord] | None:
        """Return a resource where it is: one that is added is only in the tree to come."""
        trees = (self.forecast.before, self.forecast.after)
        for tree in reversed(trees) if change.kind is Kind.CREATE else trees:
            stack = tree.stacks.get(stack_id) if tree else None
            if tree is None or stack is None:
                continue
            rows = [row for row in stack.rows.values() if row.name == name]
            row = stack.row(name) or (rows[0] if rows else None)
            if row is not None:
                return tree, stack, row
        return None

    def _shown(self, tree: LiveTree, stack: LiveStack, row: ResourceRecord) -> dict[str, Any]:
        is_new = tree is self.forecast.after
        record, definition = self._called(stack), stack.goal.template.resources.get(row.name)
        created_at = None if self._is_first else row.created_at
        child = tree.child_of(row.id)
        attributes = {name: one for name, one in row.attributes.items() if name != "show"}
        told = {
            "resource_name": row.name,
            "physical_resource_id": row.physical_id or "",
            "resource_action": Action.INIT if is_new else row.action,
            "resource_status": Status.COMPLETE if is_new else row.status,
            "resource_status_reason": "" if is_new else row.reason or UNREMARKABLE,
            "resource_type": row.type,
            "resource_identity": _identity(record, f"/resources/{row.name}"),
            "stack_identity": _identity(record),
            "stack_name": record.name,
            "required_by": self._needing(stack).get(row.name, []),
            "creation_time": time_of(created_at),
            "updated_time": time_of(created_at if is_new else row.updated_at or created_at),
            "description": definition.description if definition else "",
            "metadata": fit_to_show(dict(row.metadata), self.hidden),
            "attributes": fit_to_show(attributes, self.hidden),
        }
        if child is not None:
            told["nested_stack_id"] = _identity(self._called(child))
        if (parent := record.details.get("parent_resource")) is not None:
            told["parent_resource"] = parent
        return told

    @property
    def _is_first(self) -> bool:
        """Whether there is no stack yet."""
        return self.forecast.before is None

    def _called(self, stack: LiveStack) -> StackRecord:
        """Return a stack's record with what is known of its name and id."""
        record = stack.record
        above = self.forecast.after.stacks.get(record.parent_id or "")
        if not self._is_first or above is None:
            return record
        name = f"{self._called(above).name}-{record.details['parent_resource']}"
        return replace(record, id=UNMADE, name=name)

    def _needing(self, stack: LiveStack) -> dict[str, list[str]]:
        users = self._users.get(id(stack))
        if users is None:
            users = self._users[id(stack)] = users_of(stack.goal.graph)
        return users

    def _plan(self, plan: StackPlan) -> list[dict[str, Any]]:
        return [
            {
                "resource_name": name,
                "kind": change.kind,
                "reasons": [
                    {
                        "rule": one.rule,
                        "property": one.property,
                        "old": fit_to_show(one.old, self.hidden),
                        "new": fit_to_show(one.new, self.hidden),
                        "is_known": one.new is not UNKNOWN and not has_unknown(one.new),
                    }
                    for one in change.reasons
                ],
                "resources": self._plan(plan.children[name]) if name in plan.children else [],
            }
            for name, change in plan.changes.items()
        ]


def _identity(stack: StackRecord, path: str = "") -> dict[str, str]:
    return {
        "tenant": stack.project,
        "stack_name": stack.name,
        "stack_id": stack.id,
        "path": path,
    }
