"""Actions that change no template: suspend, resume, check."""

from dataclasses import replace

from calor.core.errors import CalorError
from calor.core.state import Action, Status
from calor.core.traversal import Event, NodeDone, NodeFailed
from calor.engine.children import set_action
from calor.engine.rows import enter, is_at, job_for
from calor.engine.stack import LiveStack
from calor.engine.tree import LiveTree


def visit_walking(tree: LiveTree, stack: LiveStack, row_id: str) -> Event | None:
    """Begin to do to a row what is done to its stack; return how it ended if it did at once."""
    row = stack.rows[row_id]
    if row.action is Action.INIT:
        return NodeDone(row_id)
    action = stack.record.action
    if is_at(stack, row, action) and tree.child_of(row.id):
        return None  # its child is at it
    row = replace(row, traversal=stack.record.traversal)
    row = enter(tree, stack, row, (action, Status.IN_PROGRESS))
    child = tree.child_of(row.id)
    if child is not None:
        set_action(tree, child, action)
        return None
    try:
        registry = stack.goal.environment.registry
        kind = tree.kinds.find(registry, row.type, row.name, stack.goal.scope.files)
        resource = kind.make(row.properties)
    except CalorError as problem:
        reason = f"resources.{row.name}: {problem}"
        enter(tree, stack, row, (action, Status.FAILED), reason)
        return NodeFailed(row_id, reason)
    if action is Action.CHECK and not resource.checkable:
        reason = f"CHECK not supported for {row.type}"
        enter(tree, stack, row, (action, Status.COMPLETE), reason)
        return NodeDone(row_id)
    tree.start(job_for(tree, stack, row_id, row, resource))
    return None
