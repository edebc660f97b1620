"""The life of a stack: what each action walks over, and what comes after it."""

from collections import deque
from collections.abc import Iterator

from calor.core.graph import Graph
from calor.core.state import Action, Status
from calor.core.traversal import Started, Traversal
from calor.engine.rows import fresh_row
from calor.engine.stack import LiveStack, cleanup_graph, walking_graph
from calor.engine.tree import LiveTree
from calor.store.records import ResourceRecord

BUILDING = frozenset({Action.CREATE, Action.UPDATE, Action.ROLLBACK, Action.RESTORE, Action.ADOPT})
"""Actions that bring a stack to what its template says, and then remove what is left over."""


def begin(tree: LiveTree, stack: LiveStack) -> None:
    """Begin, or go on with, what a stack's record says is being done to it."""
    _forget_the_rest(tree, stack)
    if stack.record.action is not Action.DELETE:
        stack.choose_rows()
    if stack.record.action in BUILDING:
        _add_missing_rows(tree, stack)
    stack.is_cleaning = _is_to_clean(stack)
    stack.traversal = _way(stack)
    _take_up(tree, stack, stack.traversal)
    tree.events.append((stack.record.id, Started()))


def clean(tree: LiveTree, stack: LiveStack) -> None:
    """Begin to remove what is not wanted any more."""
    stack.is_cleaning = True
    stack.traversal = _way(stack)
    tree.events.append((stack.record.id, Started()))


def _way(stack: LiveStack) -> Traversal:
    """Return what is to be walked over, without what was done before by an engine that died."""
    if stack.is_cleaning:
        return Traversal.over(cleanup_graph(stack.obsolete()))
    if stack.record.action in BUILDING:
        return Traversal.over(stack.goal.graph, _built(stack))
    return _walk(stack)


def is_building(stack: LiveStack) -> bool:
    """Return whether a stack is being brought to its goal, and not yet cleaned up."""
    return stack.record.action in BUILDING and not stack.is_cleaning


def node_of(stack: LiveStack, row: ResourceRecord) -> str | None:
    """Return the node that a row stands for: by name while building, else by its id.

    While a stack is being built, a row that is on its way out stands for none.
    """
    if is_building(stack):
        return row.name if stack.current.get(row.name) == row.id else None
    return row.id


def _add_missing_rows(tree: LiveTree, stack: LiveStack) -> None:
    for name, resource in stack.goal.resources.items():
        if name not in stack.current:
            row = fresh_row(tree, stack, name, resource.type)
            stack.current[name] = row.id
            tree.put_row(stack, row, is_new=True)


def _built(stack: LiveStack) -> list[str]:
    """Return the names that were brought to the goal before, by an engine that died."""
    return [
        name
        for name, row_id in stack.current.items()
        if (row := stack.rows[row_id]).traversal == stack.record.traversal
        and row.status is Status.COMPLETE
        and row.action is not Action.INIT
        and "hook" not in row.notes
    ]


def _is_to_clean(stack: LiveStack) -> bool:
    """Return whether all is built; removing something is only begun after that."""
    return stack.record.action is Action.DELETE or any(
        row.action is Action.DELETE and row.traversal == stack.record.traversal
        for row in stack.rows.values()
    )


def _take_up(tree: LiveTree, stack: LiveStack, traversal: Traversal) -> None:
    """Go on with what was running, and start nothing new if something had failed."""
    for row in stack.rows.values():
        node = node_of(stack, row) if _is_running(tree, stack, row) else None
        if node is not None:
            traversal.missing.pop(node, None)
            traversal.running.add(node)
    if stack.record.action in BUILDING:
        traversal.failures = list(_failures(stack))
        traversal.is_stopped = bool(traversal.failures)


def _failures(stack: LiveStack) -> Iterator[str]:
    """Return why nothing new is to start: something has failed, or somebody has stopped it."""
    for row in stack.rows.values():
        if row.traversal == stack.record.traversal and row.status is Status.FAILED:
            yield row.reason
    when, reason = stack.record.details.get("stopped") or (0, "")
    if when == stack.record.traversal:
        yield reason


def _is_running(tree: LiveTree, stack: LiveStack, row: ResourceRecord) -> bool:
    is_ours = row.traversal == stack.record.traversal and row.status is Status.IN_PROGRESS
    return is_ours and (row.id in tree.busy or tree.child_of(row.id) is not None)


def _forget_the_rest(tree: LiveTree, stack: LiveStack) -> None:
    """Drop what a traversal that is over was still to be told and to look at."""
    stack_id = stack.record.id
    tree.events = deque(one for one in tree.events if one[0] != stack_id)
    tree.revisits = deque(one for one in tree.revisits if one[0] != stack_id)
    tree.postponed = {row: one for row, one in tree.postponed.items() if one[0] != stack_id}


def _walk(stack: LiveStack) -> Traversal:
    rows = [stack.rows[row_id] for row_id in stack.current.values()]
    graph: Graph = walking_graph(rows)
    if stack.record.action is Action.SUSPEND:
        graph = graph.reversed()
    done = [
        row.id
        for row in rows
        if row.traversal == stack.record.traversal
        and (row.action, row.status) == (stack.record.action, Status.COMPLETE)
    ]
    return Traversal.over(graph, done, keep_going=stack.record.action is Action.CHECK)
