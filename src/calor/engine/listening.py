"""Who is to hear that something has happened to a resource, without having to ask for it."""

from collections.abc import Iterator

from calor.core.errors import CalorError
from calor.core.state import Action, Status
from calor.engine.jobs import Job
from calor.engine.rows import job_for, made, noted
from calor.engine.stack import LiveStack
from calor.engine.tree import LiveTree
from calor.store.records import ResourceRecord


def heard(tree: LiveTree, stack: LiveStack, row: ResourceRecord) -> None:
    """Have whoever waits for news of a resource look again: work for its dependants only."""
    for one in (row, *_dependants(stack, row)):
        if one.id in tree.busy:
            tree.busy[one.id].bell.set()
        elif one.status is Status.COMPLETE and one.action not in (Action.INIT, Action.DELETE):
            look_again(tree, stack, one)


def look_again(tree: LiveTree, stack: LiveStack, row: ResourceRecord) -> None:
    """Have the attributes of a resource at rest read anew, if its type heeds signals."""
    job = _look(tree, stack, row)
    if job is not None:
        tree.put_row(stack, noted(row, stale=True))
        tree.start(job)


def _look(tree: LiveTree, stack: LiveStack, row: ResourceRecord) -> Job | None:
    try:
        resource = made(tree, stack, row)
    except CalorError:
        return None
    if not resource.heeds_signals:
        return None
    job = job_for(tree, stack, row.name, row, resource)
    job.is_look = job.is_aside = True
    return job


def _dependants(stack: LiveStack, row: ResourceRecord) -> Iterator[ResourceRecord]:
    for name in stack.goal.graph.wanted_by.get(row.name, ()):
        one = stack.row(name)
        if one is not None:
            yield one
