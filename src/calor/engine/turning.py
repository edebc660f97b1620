"""One turn of a tree: take every step that follows from what has happened.

Nothing here waits or writes.  What changes is noted in the tree's ledger, and what is to be done
is put into its list of jobs; the runner saves the one before it starts the other.
"""

from calor.core.traversal import Event, Finish, RunNode, step
from calor.engine.backward import visit_backward
from calor.engine.forward import visit_forward
from calor.engine.hooks import let_go
from calor.engine.lifecycle import is_building
from calor.engine.settling import phase_over
from calor.engine.stack import LiveStack
from calor.engine.tree import LiveTree
from calor.engine.walking import visit_walking


def turn(tree: LiveTree) -> None:
    """Take every step that follows from what has happened."""
    while tree.events or tree.revisits:
        while tree.revisits:
            stack_id, node = tree.revisits.popleft()
            if stack_id in tree.stacks:
                _run_node(tree, tree.stacks[stack_id], node)
        if tree.events:
            stack_id, event = tree.events.popleft()
            if stack_id in tree.stacks:
                _step(tree, tree.stacks[stack_id], event)


def _step(tree: LiveTree, stack: LiveStack, event: Event) -> None:
    if stack.traversal is None:
        return
    for command in step(stack.traversal, event):
        match command:
            case RunNode(node):
                _run_node(tree, stack, node)
            case Finish(failures):
                phase_over(tree, stack, failures)
    let_go(tree, stack)


def _run_node(tree: LiveTree, stack: LiveStack, node: str) -> None:
    building = is_building(stack)
    row = stack.row(node) if building else stack.rows.get(node)
    if row and row.id in tree.busy:
        tree.postponed[row.id] = (stack.record.id, node)
        return
    if building:
        event = visit_forward(tree, stack, node)
    elif stack.is_cleaning:
        event = visit_backward(tree, stack, node)
    else:
        event = visit_walking(tree, stack, node)
    if event:
        tree.events.append((stack.record.id, event))
