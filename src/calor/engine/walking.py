"""Actions that change no template: suspend, resume, check, snapshot."""

from dataclasses import replace

from calor.core.errors import CalorError
from calor.core.state import Action, Status
from calor.core.traversal import Event, NodeDone, NodeFailed
from calor.engine.children import set_action
from calor.engine.rows import enter, is_at, job_for, made, unchecked
from calor.engine.stack import LiveStack
from calor.engine.tree import LiveTree
from calor.plugin.resource import Resource
from calor.store.records import ResourceRecord


def visit_walking(tree: LiveTree, stack: LiveStack, row_id: str) -> Event | None:
    """Begin to do to a row what is done to its stack; return how it ended if it did at once."""
    row = stack.rows[row_id]
    action = stack.record.action
    if row.action is Action.INIT and action is not Action.CHECK:
        return NodeDone(row_id)
    child = tree.child_of(row.id)
    if is_at(stack, row, action) and child is not None:
        return None  # its child is at it
    try:
        resource = made(tree, stack, row)
    except CalorError as problem:
        return _fail(tree, stack, row, str(problem))
    if row.action is Action.INIT:
        return _visit_nothing(tree, stack, row, resource)
    row = replace(row, traversal=stack.record.traversal)
    row = enter(tree, stack, row, (action, Status.IN_PROGRESS))
    if child is not None:
        set_action(tree, child, action)
        return None
    if action is Action.CHECK and not resource.checkable:
        enter(tree, stack, row, (action, Status.COMPLETE), unchecked(row))
        return NodeDone(row_id)
    tree.start(job_for(tree, stack, row_id, row, resource))
    return None


def _visit_nothing(
    tree: LiveTree, stack: LiveStack, row: ResourceRecord, resource: Resource
) -> Event:
    """Check a resource that was never made: it is not as it should be, if one can tell at all."""
    if not resource.checkable:
        return NodeDone(row.id)
    return _fail(tree, stack, row, "it was never created")


def _fail(tree: LiveTree, stack: LiveStack, row: ResourceRecord, message: str) -> Event:
    reason = f"resources.{row.name}: {message}"
    enter(tree, stack, row, (stack.record.action, Status.FAILED), reason)
    return NodeFailed(row.id, reason)


def is_unchecked(row: ResourceRecord) -> bool:
    """Return whether a check has passed a resource by."""
    return row.action is Action.CHECK and row.reason == unchecked(row)
