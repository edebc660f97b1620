"""Actions that change no template: suspend, resume, check, snapshot."""

from dataclasses import replace

from calor.core.errors import CalorError
from calor.core.state import Action, Status
from calor.core.traversal import Event, NodeDone, NodeFailed
from calor.engine.children import is_doing, set_action
from calor.engine.rows import enter, job_for, made, unchecked
from calor.engine.stack import LiveStack
from calor.engine.tree import LiveTree
from calor.store.records import ResourceRecord


def visit_walking(tree: LiveTree, stack: LiveStack, row_id: str) -> Event | None:
    """Begin to do to a row what is done to its stack; return how it ended if it did at once."""
    row = stack.rows[row_id]
    action = stack.record.action
    if row.action is Action.INIT:
        return _visit_nothing(tree, stack, row)
    child = tree.child_of(row.id)
    if row.traversal == stack.record.traversal and is_doing(child, action):
        return None
    row = replace(row, traversal=stack.record.traversal)
    row = enter(tree, stack, row, (action, Status.IN_PROGRESS))
    if child is not None:
        set_action(tree, child, action)
        return None
    try:
        resource = made(tree, stack, row)
    except CalorError as problem:
        reason = f"resources.{row.name}: {problem}"
        enter(tree, stack, row, (action, Status.FAILED), reason)
        return NodeFailed(row_id, reason)
    if action is Action.CHECK and not resource.checkable:
        enter(tree, stack, row, (action, Status.COMPLETE), unchecked(row))
        return NodeDone(row_id)
    tree.start(job_for(tree, stack, row_id, row, resource))
    return None


def _visit_nothing(tree: LiveTree, stack: LiveStack, row: ResourceRecord) -> Event:
    """Visit a resource that was never made: it is not as it should be, if one can tell at all."""
    if stack.record.action is not Action.CHECK or not made(tree, stack, row).checkable:
        return NodeDone(row.id)
    reason = f"resources.{row.name}: it was never created"
    enter(tree, stack, row, (Action.CHECK, Status.FAILED), reason)
    return NodeFailed(row.id, reason)


def is_unchecked(row: ResourceRecord) -> bool:
    """Return whether a check has passed a resource by."""
    return row.action is Action.CHECK and row.reason == unchecked(row)
