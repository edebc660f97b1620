"""The clean-up half: remove what is not wanted any more."""

from dataclasses import replace

from calor.core.errors import CalorError
from calor.core.state import Action, Status
from calor.core.traversal import Event, NodeDone, NodeFailed
from calor.engine.children import set_action
from calor.engine.hooks import must_wait
from calor.engine.rows import enter, is_at, job_for, made, noted
from calor.engine.stack import LiveStack
from calor.engine.tree import LiveTree
from calor.store.records import ResourceRecord

RETAIN = frozenset({"Retain", "retain"})
SNAPSHOT = frozenset({"Snapshot", "snapshot"})


def visit_backward(tree: LiveTree, stack: LiveStack, row_id: str) -> Event | None:
    """Begin to remove a row's thing; return how it ended if it did so at once."""
    row = stack.rows.get(row_id)
    if row is None:
        return NodeDone(row_id)
    if (row.action, row.status) == (Action.DELETE, Status.COMPLETE):
        return finish_delete(tree, stack, row)
    child = tree.child_of(row.id)
    if child is not None and is_at(stack, row, Action.DELETE):
        return None  # its child is on its way out
    is_left = is_kept(row) or stack.record.details.get("abandoned", False)
    if row.action is Action.INIT or (is_left and child is None):
        forget(tree, stack, row)
        return NodeDone(row_id)
    if must_wait(tree, stack, row, "pre-delete"):
        return None
    row = noted(row, keeps_snapshot=_keeps_snapshot(row) or None)
    row = replace(row, traversal=stack.record.traversal)
    row = enter(tree, stack, row, (Action.DELETE, Status.IN_PROGRESS))
    if child is None:
        return _delete(tree, stack, row)
    _delete_child(tree, child, is_left=is_left)
    return None


def _delete_child(tree: LiveTree, child: LiveStack, *, is_left: bool) -> None:
    if is_left:
        details = {**child.record.details, "abandoned": True}
        tree.put_record(child, replace(child.record, details=details))
    set_action(tree, child, Action.DELETE)


def _delete(tree: LiveTree, stack: LiveStack, row: ResourceRecord) -> Event | None:
    try:
        tree.start(job_for(tree, stack, row.id, row, made(tree, stack, row)))
    except CalorError as problem:
        reason = f"resources.{row.name}: {problem}"
        enter(tree, stack, row, (Action.DELETE, Status.FAILED), reason)
        return NodeFailed(row.id, reason)
    return None


def finish_delete(tree: LiveTree, stack: LiveStack, row: ResourceRecord) -> Event | None:
    """Drop the row of what was deleted, unless it waits at a hook."""
    if must_wait(tree, stack, row, "post-delete"):
        return None
    forget(tree, stack, row)
    return NodeDone(row.id)


def _keeps_snapshot(row: ResourceRecord) -> bool:
    """Return whether a copy is kept; what failed is not worth one."""
    is_sound = row.status is not Status.FAILED
    return is_sound and row.definition.get("deletion_policy") in SNAPSHOT


def is_kept(row: ResourceRecord) -> bool:
    """Return whether the thing outlives its row."""
    external = row.notes.get("external_id") is not None
    return external or row.definition.get("deletion_policy") in RETAIN


def forget(tree: LiveTree, stack: LiveStack, row: ResourceRecord) -> None:
    """Drop a row."""
    stack.rows.pop(row.id, None)
    if stack.current.get(row.name) == row.id:
        del stack.current[row.name]
    tree.secrets.pop(row.id, None)
    tree.ledger.drop_resource(row.id)
