"""Look at what is really there before an update decides, where it was asked to."""

from calor.core.state import Action, Status
from calor.engine.rows import job_for, noted
from calor.engine.stack import LiveStack
from calor.engine.tree import LiveTree
from calor.plugin.nested import StackResource
from calor.plugin.resource import Resource
from calor.store.records import ResourceRecord

ASKED, SEEN = "converge", "seen"


def must_look(tree: LiveTree, stack: LiveStack, row: ResourceRecord, resource: Resource) -> bool:
    """Return whether a resource is to be looked at before it is decided what becomes of it.

    The root stack says so for the whole tree, and for one goal.  Child stacks
    are not looked at: their own resources are.
    """
    root = tree.stacks[stack.record.root_id].record
    is_asked = root.details.get(ASKED) == root.traversal and root.action is Action.UPDATE
    is_there = row.status is Status.COMPLETE and row.physical_id is not None
    is_new = row.notes.get(SEEN) != stack.record.traversal
    is_checkable = resource.checkable and not isinstance(resource, StackResource)
    return is_asked and is_there and is_new and is_checkable


def look(tree: LiveTree, stack: LiveStack, row: ResourceRecord, resource: Resource) -> None:
    """Begin to look at a resource; the node is visited anew once that was done."""
    job = job_for(tree, stack, row.name, row, resource)
    job.is_look = job.is_check = True
    tree.start(job)


def seen(stack: LiveStack, row: ResourceRecord) -> ResourceRecord:
    """Return a row that need not be looked at again for the stack's present goal."""
    return noted(row, **{SEEN: stack.record.traversal})
