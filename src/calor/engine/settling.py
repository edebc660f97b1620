"""The end of a phase: clean up, come to rest, tell the parent, or go back."""

from dataclasses import replace
from typing import Final

from calor.core.state import Action, Status
from calor.engine.documents import settle_snapshots
from calor.engine.ledger import reason_of
from calor.engine.lifecycle import begin, clean, is_building
from calor.engine.outcomes import child_over
from calor.engine.rollback import rolled_back
from calor.engine.stack import LiveStack
from calor.engine.tree import LiveTree
from calor.engine.walking import is_unchecked

NOT_ALL_CHECKED: Final = ". 'CHECK' not fully supported (see resources)"


def phase_over(tree: LiveTree, stack: LiveStack, failures: tuple[str, ...]) -> None:
    """Go on after all that was begun has ended: what is left over goes after all is built."""
    if not failures and is_building(stack) and stack.obsolete():
        clean(tree, stack)
        return
    stack.traversal = None
    failure = "; ".join(failures) if stack.record.action is Action.CHECK else None
    _settle(tree, stack, failure or (failures[0] if failures else None))


def _settle(tree: LiveTree, stack: LiveStack, failure: str | None) -> None:
    """Bring a stack to rest, unless a rollback follows."""
    record, now = stack.record, tree.now()
    status = Status.FAILED if failure else Status.COMPLETE
    deleted = record.action is Action.DELETE and not failure
    record = replace(
        record,
        status=status,
        reason=_reason(stack, status, failure),
        updated_at=now,
        deadline=None,
        deleted_at=now if deleted else None,
    )
    tree.put_record(stack, record)
    tree.ledger.tell_stack(record, now)
    settle_snapshots(tree, stack)
    if record.parent_id is not None:
        if deleted:
            tree.remove(stack)
        child_over(tree, stack, failure)
    elif failure:
        _roll_back(tree, stack)


def _roll_back(tree: LiveTree, stack: LiveStack) -> None:
    record = rolled_back(tree, stack)
    if record:
        tree.put_record(stack, record)
        tree.ledger.tell_stack(record, tree.now())
        stack.goal = tree.goal(record)
        begin(tree, stack)


def _reason(stack: LiveStack, status: Status, failure: str | None) -> str:
    """Return the words for the end of an action; what stopped it says so itself."""
    record = stack.record
    if failure is not None and record.details.get("stopped") == [record.traversal, failure]:
        return failure
    reason = reason_of(record.action, status, failure)
    is_partial = record.action is Action.CHECK and any(map(is_unchecked, stack.rows.values()))
    return f"{reason}{NOT_ALL_CHECKED}" if is_partial else reason
