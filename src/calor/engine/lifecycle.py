"""The life of a stack: what each action walks over, and what comes after it."""

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
    stack.is_cleaning = False
    stack.stopped = None
    if stack.record.action in BUILDING:
        stack.choose_rows()
        _add_missing_rows(tree, stack)
        stack.traversal = Traversal.over(stack.goal.graph, _built(stack))
    elif stack.record.action is Action.DELETE:
        clean(tree, stack)
        return
    else:
        stack.choose_rows()
        stack.traversal = _walk(stack)
    tree.events.append((stack.record.id, Started()))


def clean(tree: LiveTree, stack: LiveStack) -> None:
    """Begin to remove what is not wanted any more."""
    stack.is_cleaning = True
    stack.traversal = Traversal.over(cleanup_graph(stack.obsolete()))
    tree.events.append((stack.record.id, Started()))


def is_building(stack: LiveStack) -> bool:
    """Return whether a stack is being brought to what its template says."""
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
