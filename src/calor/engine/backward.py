"""The clean-up half: remove what is not wanted any more."""

from dataclasses import replace

from calor.core.errors import CalorError
from calor.core.state import Action, Status
from calor.core.traversal import Event, NodeDone, NodeFailed
from calor.engine.children import set_action
from calor.engine.hooks import must_wait
from calor.engine.rows import enter, is_at, job_for
from calor.engine.stack import LiveStack
from calor.engine.tree import LiveTree
from calor.store.records import ResourceRecord

RETAIN = frozenset({"Retain", "retain"})


def visit_backward(tree: LiveTree, stack: LiveStack, row_id: str) -> Event | None:
    """Begin to remove a row's thing; return how it ended if it did so at once."""
    row = stack.rows.get(row_id)
    if row is None:
        return NodeDone(row_id)
    if row.action is Action.INIT or is_kept(row):
        forget(tree, stack, row)
        return NodeDone(row_id)
    if is_at(stack, row, Action.DELETE) and tree.child_of(row.id):
        return None  # its child is on its way out
    if must_wait(tree, stack, row, "pre-delete"):
        return None
    row = replace(row, traversal=stack.record.traversal)
    row = enter(tree, stack, row, (Action.DELETE, Status.IN_PROGRESS))
    child = tree.child_of(row.id)
    if child is not None:
        set_action(tree, child, Action.DELETE)
        return None
    try:
        files = stack.goal.scope.files
        registry = stack.goal.environment.registry
        kind = tree.kinds.find(registry, row.type, row.name, files)
        tree.start(job_for(tree, stack, row_id, row, kind.make(row.properties)))
    except CalorError as problem:
        reason = f"resources.{row.name}: {problem}"
        enter(tree, stack, row, (Action.DELETE, Status.FAILED), reason)
        return NodeFailed(row_id, reason)
    return None


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
