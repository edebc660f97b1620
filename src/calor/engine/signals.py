"""Signals: take them in, one after the other for each resource, and tell what came of them."""

from collections import deque
from collections.abc import Mapping
from typing import Any, Final

from calor.core.errors import CalorError
from calor.core.state import Action
from calor.engine.adjusting import adjust
from calor.engine.deliveries import Delivered, Delivery
from calor.engine.listening import heard
from calor.engine.rows import changed_over, here_of, made, noted, remembered
from calor.engine.stack import LiveStack
from calor.engine.tree import LiveTree
from calor.store.records import CommandRecord, ResourceRecord

SIGNAL: Final = "SIGNAL"
"""The action that events tell of; no resource is ever at it."""

NO_DETAILS: Final = "No signal details provided"
UNKNOWN: Final = "Unknown"
ALARM: Final = ("previous", "current", "reason")
"""What an alarm says of itself."""


def receive(tree: LiveTree, stack: LiveStack, command: CommandRecord) -> None:
    """Have a signal carried out as soon as those before it are."""
    row = _addressee(stack, command.body["resource"])
    if row is None or row.action is Action.INIT:
        tree.ledger.done_commands.append(command.number)
        return
    waiting = tree.signals.setdefault(row.id, deque())
    waiting.append(command)
    if len(waiting) == 1:
        _begin_next(tree, row.id)


def delivered(tree: LiveTree, outcome: Delivered) -> None:
    """Note what a signal has changed, and carry out the next one."""
    delivery = outcome.delivery
    stack = tree.stacks.get(delivery.command.stack_id)
    row = stack.rows.get(delivery.row_id) if stack else None
    if stack and row:
        _take_in(tree, stack, row, outcome)
    _done(tree, delivery.row_id)
    _begin_next(tree, delivery.row_id)


def refusal(action: Action) -> str:
    """Return what is told of a signal that comes at the wrong time."""
    return f"Cannot signal resource during {action}"


def reason_of(result: str | None, details: Mapping[str, Any] | None) -> str:
    """Return what an event says of a signal."""
    if result:
        return f"Signal: {result}"
    if details is None:
        return NO_DETAILS
    if all(key in details for key in ALARM):
        before, now, why = (details[key] for key in ALARM)
        return f"alarm state changed from {before} to {now} ({why})"
    return UNKNOWN


def _addressee(stack: LiveStack, name: str) -> ResourceRecord | None:
    """Return the row that a signal is for; until there is a successor, that is the one before."""
    row = stack.row(name)
    if row is not None and row.action is Action.INIT and row.replaces:
        return stack.rows.get(row.replaces, row)
    return row


def _begin_next(tree: LiveTree, row_id: str) -> None:
    """Have the next signal for a row carried out, if there is one that can be."""
    while row_id in tree.signals:
        command = tree.signals[row_id][0]
        stack = tree.stacks.get(command.stack_id)
        row = stack.rows.get(row_id) if stack else None
        delivery = _delivery(tree, stack, row, command) if stack and row else None
        if delivery is not None:
            tree.deliveries.append(delivery)
            return
        _done(tree, row_id)


def _done(tree: LiveTree, row_id: str) -> None:
    waiting = tree.signals[row_id]
    tree.ledger.done_commands.append(waiting.popleft().number)
    if not waiting:
        del tree.signals[row_id]


def _delivery(
    tree: LiveTree, stack: LiveStack, row: ResourceRecord, command: CommandRecord
) -> Delivery | None:
    """Return what is to be carried out; none if the signal cannot be taken any more."""
    try:
        resource = made(tree, stack, row)
    except CalorError as problem:
        _tell(tree, row, f"Signal: {problem}")
        return None
    if row.action in resource.silent_during:
        tree.ledger.tell_resource(row, tree.now(), refusal(row.action))
        return None
    if not resource.takes_signals:
        return None
    here = here_of(tree, stack, row)
    here.signal_id = f"{row.id}/{command.number}"
    return Delivery(
        command=command, row_id=row.id, resource=resource, here=here, data=dict(here.data)
    )


def _take_in(tree: LiveTree, stack: LiveStack, row: ResourceRecord, outcome: Delivered) -> None:
    if outcome.error is not None:
        _tell(tree, row, f"Signal: {outcome.error}")
        return
    _remember(tree, stack, row, outcome.delivery)
    try:
        is_told = _adjust(tree, stack, row, outcome.delivery)
    except CalorError as problem:
        _tell(tree, row, f"Signal: {problem}")
    else:
        if is_told:
            _tell(tree, row, reason_of(outcome.result, outcome.delivery.details))
    heard(tree, stack, stack.rows[row.id])


def _adjust(tree: LiveTree, stack: LiveStack, row: ResourceRecord, delivery: Delivery) -> bool:
    """Pass on what groups were asked for; return whether there is anything to tell."""
    wishes = delivery.here.adjustments
    granted = [adjust(tree, stack, row.id, *one) for one in wishes]
    return any(granted) or not wishes


def _remember(tree: LiveTree, stack: LiveStack, row: ResourceRecord, delivery: Delivery) -> None:
    """Save what a signal has changed, and show it to whoever works on the resource."""
    here, job = delivery.here, tree.busy.get(row.id)
    data = changed_over(row.notes.get("data") or {}, delivery.data, here.data)
    here.physical_id = row.physical_id
    if job is not None:
        job.here.data = dict(changed_over(job.here.data, delivery.data, here.data))
        secrets = changed_over(job.here.secrets, tree.secrets.get(row.id, {}), here.secrets)
        job.here.secrets = dict(secrets)
    row = noted(remembered(tree, row, here), data=dict(data) or None)
    tree.put_row(stack, row)


def _tell(tree: LiveTree, row: ResourceRecord, reason: str) -> None:
    # Only the event is of a signal: the row itself stays at what was done to it last.
    tree.ledger.tell_resource(row, tree.now(), reason, SIGNAL)
