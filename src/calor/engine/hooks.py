"""Hooks: places where a resource waits until somebody lets it go on."""

from calor.core.state import Action, Status
from calor.core.traversal import NodeDone, NodeFailed
from calor.engine.lifecycle import node_of
from calor.engine.rows import enter, noted
from calor.engine.stack import LiveStack
from calor.engine.tree import LiveTree
from calor.store.records import ResourceRecord

ONLY_DURING = {
    "pre-create": Action.CREATE,
    "post-create": Action.CREATE,
    "pre-delete": Action.DELETE,
    "post-delete": Action.DELETE,
}
"""The action of the stack during which these hooks count; those of updates always do."""


def must_wait(tree: LiveTree, stack: LiveStack, row: ResourceRecord, hook: str) -> bool:
    """Return whether a resource stops here; if so, that is noted and told."""
    if ONLY_DURING.get(hook, stack.record.action) is not stack.record.action:
        return False
    if hook not in stack.goal.environment.registry.hooks_for(row.name):
        return False
    mark = [hook, stack.record.traversal]
    if row.notes.get("cleared") == mark:
        return False
    if row.notes.get("hook") != mark:
        action = hook.partition("-")[2].upper()
        tree.ledger.tell_resource(row, tree.now(), f"{action} paused until Hook {hook} is cleared")
        tree.put_row(stack, noted(stack.rows[row.id], hook=mark))
    return True


def clear(tree: LiveTree, stack: LiveStack, name: str, hook: str) -> None:
    """Let the resources of a name go on that wait at a hook."""
    mark = [hook, stack.record.traversal]
    for row in list(stack.rows.values()):
        if row.name == name and row.notes.get("hook") == mark:
            tree.ledger.tell_resource(row, tree.now(), f"Hook {hook} is cleared")
            tree.put_row(stack, noted(row, hook=None, cleared=mark))
            node = node_of(stack, row) or row.id
            if hook.startswith("pre-") or hook == "post-delete":
                tree.revisits.append((stack.record.id, node))
            else:
                tree.events.append((stack.record.id, NodeDone(node)))


def is_waiting_after(stack: LiveStack, row: ResourceRecord) -> bool:
    """Return whether a resource is done and waits at a hook that comes after."""
    hook, traversal = row.notes.get("hook") or ("", 0)
    return hook.startswith("post-") and traversal == stack.record.traversal


def let_go(tree: LiveTree, stack: LiveStack) -> None:
    """Give up what waits for a hook or a pause, once nothing new is to start any more."""
    traversal = stack.traversal
    if traversal is None or not traversal.is_stopped or traversal.is_finished:
        return
    for row in [_row(stack, node) for node in traversal.running]:
        if row is not None and ("hook" in row.notes or "pause_until" in row.notes):
            _give_up(tree, stack, row)


def end_pauses(tree: LiveTree, stack: LiveStack) -> None:
    """Give up the next phases of children that wait for their time."""
    for row in list(stack.rows.values()):
        if "pause_until" in row.notes:
            _give_up(tree, stack, row)


def _row(stack: LiveStack, node: str) -> ResourceRecord | None:
    return stack.row(node) or stack.rows.get(node)


def _give_up(tree: LiveTree, stack: LiveStack, row: ResourceRecord) -> None:
    reason = f"resources.{row.name}: given up while it waited"
    waited = noted(row, hook=None, pause_until=None)
    if row.status is Status.IN_PROGRESS:
        enter(tree, stack, waited, (row.action, Status.FAILED), reason)
    else:
        tree.put_row(stack, waited)
    tree.events.append((stack.record.id, NodeFailed(node_of(stack, row) or row.id, reason)))
