"""Groups that change their size because somebody was signalled, and not for a new template.

The resource that stands for the group stays as it is; only its child stack is
updated.  A newer goal of the parent beats this, as it beats everything.
"""

from dataclasses import replace

from calor.core.errors import CalorError
from calor.core.state import Status
from calor.engine.children import start_phase, state_of
from calor.engine.kinds import Kind
from calor.engine.rows import here_of, made, noted, referred_to, remembered
from calor.engine.stack import LiveStack
from calor.engine.tree import LiveTree
from calor.plugin.nested import Phase, StackResource
from calor.plugin.resource import SILENCE, Resource
from calor.plugin.scaling import Adjustment
from calor.store.records import ResourceRecord


def adjust(
    tree: LiveTree, stack: LiveStack, asker_id: str, reference_id: str, adjustment: Adjustment
) -> bool:
    """Have a group change its size; return whether it does."""
    row = referred_to(stack, stack.rows.get(asker_id), reference_id)
    if row is None or not _is_at_rest(tree, row):
        return False
    kind = tree.kinds.find(
        stack.goal.environment.registry, row.type, row.name, stack.goal.scope.files
    )
    resource = kind.make(row.properties)
    phase = _phase(tree, stack, row, resource, adjustment)
    if phase is None:
        return False
    try:
        _start(tree, stack, stack.rows[row.id], phase, kind)
    except CalorError:
        adjustment_over(tree, stack, stack.rows[row.id], is_done=False)
        raise
    return True


def adjustment_over(
    tree: LiveTree, stack: LiveStack, row: ResourceRecord, *, is_done: bool
) -> ResourceRecord:
    """Note that the child of a group has come to rest, as asked for or not."""
    child = state_of(tree, row)
    row = noted(row, adjusting=None)
    resource = made(tree, stack, row) if child else None
    if child and isinstance(resource, StackResource):
        here = here_of(tree, stack, row)
        resource.adjustment_over(here, child, is_done=is_done)
        row = remembered(tree, row, here)
    tree.put_row(stack, row)
    return row


def _is_at_rest(tree: LiveTree, row: ResourceRecord) -> bool:
    child = tree.child_of(row.id)
    is_sound = row.status is Status.COMPLETE and row.action not in SILENCE
    return is_sound and child is not None and child.record.status is not Status.IN_PROGRESS


def _phase(
    tree: LiveTree,
    stack: LiveStack,
    row: ResourceRecord,
    resource: Resource,
    adjustment: Adjustment,
) -> Phase | None:
    child = state_of(tree, row)
    if child is None or not isinstance(resource, StackResource):
        return None
    here = here_of(tree, stack, row)
    phase = resource.adjusted(here, child, adjustment)
    if phase is not None:
        tree.put_row(stack, noted(remembered(tree, row, here), adjusting=True))
    return phase


def _start(tree: LiveTree, stack: LiveStack, row: ResourceRecord, phase: Phase, kind: Kind) -> None:
    """Begin to change the child, for no longer than an action of its parent may take."""
    start_phase(tree, stack, row, phase, kind.resolution)
    child = tree.child_of(row.id)
    if child is not None:
        deadline = tree.now() + tree.limits.seconds_for(stack.record.timeout_mins)
        tree.put_record(child, replace(child.record, deadline=deadline))
        tree.deadlines.append((deadline, child.record.id, child.record.traversal))
