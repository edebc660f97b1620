"""Take a tree over: go on exactly where the last transaction left it."""

from calor.core.errors import CalorError
from calor.core.state import Status
from calor.engine.lifecycle import begin, node_of
from calor.engine.listening import look_again
from calor.engine.rows import enter, job_for
from calor.engine.stack import LiveStack
from calor.engine.tree import LiveTree
from calor.store.records import ResourceRecord


def resume(tree: LiveTree) -> None:
    """Start again what was running, in every stack that has not come to rest."""
    for stack in list(tree.stacks.values()):
        for row in list(stack.rows.values()):
            if row.status is Status.IN_PROGRESS and tree.child_of(row.id) is None:
                _resume_row(tree, stack, row)
            elif "pause_until" in row.notes:
                tree.pauses.append((row.notes["pause_until"], stack.record.id, row.id))
            elif row.notes.get("stale"):
                look_again(tree, stack, row)
    for stack in list(tree.stacks.values()):
        if stack.record.status is Status.IN_PROGRESS:
            _watch_deadline(tree, stack)
            begin(tree, stack)


def _watch_deadline(tree: LiveTree, stack: LiveStack) -> None:
    record = stack.record
    if record.parent_id is not None and record.deadline is not None:
        tree.deadlines.append((record.deadline, record.id, record.traversal))


def _resume_row(tree: LiveTree, stack: LiveStack, row: ResourceRecord) -> None:
    registry = stack.goal.environment.registry
    try:
        kind = tree.kinds.find(registry, row.type, row.name, stack.goal.scope.files)
    except CalorError as problem:
        enter(tree, stack, row, (row.action, Status.FAILED), f"resources.{row.name}: {problem}")
        return
    job = job_for(tree, stack, node_of(stack, row) or row.id, row, kind.make(row.properties))
    before = row.notes.get("before")
    job.before = kind.make(before) if before is not None else None
    job.changed = _changed(before, row) if before is not None else frozenset()
    job.traversal = row.traversal
    job.is_resumed = True
    job.is_begun = bool(row.notes.get("begun"))
    tree.start(job)


def _changed(before: dict[str, object], row: ResourceRecord) -> frozenset[str]:
    names = before.keys() | row.properties.keys()
    return frozenset(one for one in names if before.get(one) != row.properties.get(one))
