"""Take in how jobs and child stacks ended: rows move on, and the traversal is told."""

from dataclasses import replace

from calor.core.errors import CalorError, ReplaceResource
from calor.core.state import Action, Status
from calor.core.traversal import NodeDone, NodeFailed
from calor.engine.adjusting import adjustment_over
from calor.engine.backward import finish_delete, forget
from calor.engine.children import end_pause, go_on, reference_of
from calor.engine.hooks import must_wait
from calor.engine.jobs import Began, Broke, Ended, Job, Outcome
from calor.engine.kinds import Kind
from calor.engine.lifecycle import is_building, node_of
from calor.engine.observing import seen
from calor.engine.rows import enter, job_for, noted, remembered, standing, unchecked
from calor.engine.stack import LiveStack
from calor.engine.tree import LiveTree
from calor.plugin.nested import StackResource
from calor.store.records import ResourceRecord


def take_in(tree: LiveTree, outcome: Outcome) -> None:
    """Note what a job has told."""
    job = outcome.job
    stack = tree.stacks.get(job.stack_id)
    row = stack.rows.get(job.row_id) if stack else None
    if stack is None or row is None:
        tree.busy.pop(job.row_id, None)
        return
    row = remembered(tree, row, job.here)
    match outcome:
        case Began():
            tree.put_row(stack, noted(row, begun=job.is_begun or None))
        case Ended():
            _ended(tree, stack, row, outcome)
        case Broke():
            _broke(tree, stack, row, outcome)


def child_over(tree: LiveTree, child: LiveStack, failure: str | None) -> None:
    """Note that a child stack has come to an end."""
    parent = tree.stacks.get(child.record.parent_id or "")
    row = parent.rows.get(child.record.owner_id or "") if parent else None
    if parent and row and row.notes.get("adjusting"):
        row = adjustment_over(tree, parent, row, is_done=not failure)
    if parent is None or row is None or row.status is not Status.IN_PROGRESS:
        return
    if failure:
        _child_failed(tree, parent, row, failure)
    elif row.action is Action.DELETE:
        _gone(tree, parent, row)
    else:
        try:
            _child_done(tree, parent, row, child)
        except CalorError as problem:
            _child_failed(tree, parent, parent.rows[row.id], str(problem))


def _child_done(tree: LiveTree, parent: LiveStack, row: ResourceRecord, child: LiveStack) -> None:
    if row.action in (Action.CREATE, Action.UPDATE) and _has_more(tree, parent, row):
        return
    row = standing(parent.rows[row.id])
    row = noted(row, reference=reference_of(child), phases=None, before=None)
    enter(tree, parent, row, (row.action, Status.COMPLETE))
    _tell(tree, parent, row)


def _child_failed(tree: LiveTree, parent: LiveStack, row: ResourceRecord, failure: str) -> None:
    """Pass the one cause on: every stack above tells the same, and its own way to it."""
    mark = "." if failure.startswith("resources.") else ": "
    reason = f"resources.{row.name}{mark}{failure}"
    enter(tree, parent, row, (row.action, Status.FAILED), reason)
    _tell(tree, parent, row, reason)


def _ended(tree: LiveTree, stack: LiveStack, row: ResourceRecord, ended: Ended) -> None:
    if row.action is Action.DELETE:
        _gone(tree, stack, row)
        return
    row = noted(
        replace(standing(row), attributes=ended.attributes, replaced_by=_replacement(row)),
        reference=ended.reference_id,
        begun=None,
        before=None,
        stale=None,
    )
    if ended.job.is_check and ended.job.traversal == stack.record.traversal:
        tree.put_row(stack, seen(stack, row))
        tree.busy.pop(row.id, None)
        tree.revisits.append((stack.record.id, ended.job.node))
        return
    if ended.job.is_look:
        tree.put_row(stack, row)
    elif row.action is Action.ADOPT and "external_id" in row.notes:
        _check_external(tree, stack, row, ended.job)
        return
    else:
        row = enter(tree, stack, row, (row.action, Status.COMPLETE))
    _free(tree, stack, row, ended.job)


def _replacement(row: ResourceRecord) -> str | None:
    """Return what takes a row's place; one that was updated is wanted itself."""
    return None if row.action is Action.UPDATE else row.replaced_by


def _check_external(tree: LiveTree, stack: LiveStack, row: ResourceRecord, job: Job) -> None:
    """Look whether what was there before the stack is as it should be."""
    row = enter(tree, stack, row, (Action.ADOPT, Status.COMPLETE))
    row = enter(tree, stack, row, (Action.CHECK, Status.IN_PROGRESS))
    if job.resource.checkable:
        tree.start(job_for(tree, stack, job.node, row, job.resource))
        return
    row = enter(tree, stack, row, (Action.CHECK, Status.COMPLETE), unchecked(row))
    _free(tree, stack, row, job)


def _broke(tree: LiveTree, stack: LiveStack, row: ResourceRecord, broke: Broke) -> None:
    row = noted(row, begun=None)
    if broke.job.is_aside:
        tree.put_row(stack, noted(row, stale=None))
        _free(tree, stack, row, broke.job)
        return
    if isinstance(broke.error, ReplaceResource):
        row = noted(row, replace=True)
        if broke.job.is_check:
            enter(tree, stack, row, (Action.CHECK, Status.FAILED), str(broke.error))
        else:
            enter(tree, stack, row, (row.action, Status.COMPLETE))
        tree.busy.pop(row.id, None)
        tree.revisits.append((stack.record.id, broke.job.node))
        return
    reason = _reason(row, broke.error)
    row = enter(tree, stack, row, (row.action, Status.FAILED), reason)
    _free(tree, stack, row, broke.job, reason)


def _gone(tree: LiveTree, stack: LiveStack, row: ResourceRecord) -> None:
    tree.busy.pop(row.id, None)
    waiting = tree.postponed.pop(row.id, None)
    row = enter(tree, stack, row, (Action.DELETE, Status.COMPLETE))
    if is_building(stack):
        # A newer goal may want one of this name again: it is made anew.
        forget(tree, stack, row)
        if waiting:
            tree.revisits.append(waiting)
    elif event := finish_delete(tree, stack, row):
        tree.events.append((stack.record.id, event))


def _free(
    tree: LiveTree, stack: LiveStack, row: ResourceRecord, job: Job, reason: str | None = None
) -> None:
    """Let others have a row; whoever waits for it with a newer goal looks at it anew."""
    tree.busy.pop(row.id, None)
    waiting = tree.postponed.pop(row.id, None)
    if job.is_aside or job.traversal != stack.record.traversal:
        if waiting:
            tree.revisits.append(waiting)
        return
    _tell(tree, stack, row, reason)


def _tell(tree: LiveTree, stack: LiveStack, row: ResourceRecord, reason: str | None = None) -> None:
    node = node_of(stack, row)
    if node is None:
        return
    hook = f"post-{row.action.lower()}"
    if reason:
        tree.events.append((stack.record.id, NodeFailed(node, reason)))
    elif not must_wait(tree, stack, stack.rows[row.id], hook):
        tree.events.append((stack.record.id, NodeDone(node)))


def pause_over(tree: LiveTree, stack_id: str, row_id: str, when: float) -> None:
    """Go on with a child stack whose next phase had to wait, unless something else came first."""
    parent = tree.stacks.get(stack_id)
    row = parent.rows.get(row_id) if parent else None
    if parent and row and row.notes.get("pause_until") == when:
        kind = _kind(tree, parent, row)
        resource = kind.make(row.properties) if kind else None
        if kind and isinstance(resource, StackResource):
            try:
                end_pause(tree, parent, row, resource, kind.resolution)
            except CalorError as problem:
                _child_failed(tree, parent, parent.rows[row_id], str(problem))


def _has_more(tree: LiveTree, parent: LiveStack, row: ResourceRecord) -> bool:
    kind = _kind(tree, parent, row)
    resource = kind.make(row.properties) if kind else None
    if kind is None or not isinstance(resource, StackResource):
        return False
    return go_on(tree, parent, row, resource, kind.resolution)


def _kind(tree: LiveTree, parent: LiveStack, row: ResourceRecord) -> Kind | None:
    definition = parent.goal.resources.get(row.name)
    if definition is None:
        return None
    registry = parent.goal.environment.registry
    return tree.kinds.find(registry, definition.type, row.name, parent.goal.scope.files)


def _reason(row: ResourceRecord, error: CalorError) -> str:
    return f"resources.{row.name}: {error}"
