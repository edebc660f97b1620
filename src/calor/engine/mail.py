"""Commands: what users want of a stack while an engine holds its tree."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from calor.core.state import Action, Status
from calor.core.traversal import Stopped
from calor.engine.adjusting import adjustment_over
from calor.engine.hooks import clear, end_pauses
from calor.engine.lifecycle import begin
from calor.engine.listening import heard
from calor.engine.rollback import going_back
from calor.engine.rows import enter, keep_users, noted
from calor.engine.signals import receive
from calor.engine.stack import LiveStack
from calor.engine.tree import LiveTree, texts_of
from calor.store.port import Store
from calor.store.records import CommandRecord

GOAL, CANCEL, STOP = "goal", "cancel", "stop"
"""A stack's record has a new goal; go back to the previous one; just stop."""

HOOK, MARK, METADATA, SIGNAL = "hook", "mark", "metadata", "signal"
"""Clear a hook; mark a resource as ill or well; give it other metadata; signal it."""


async def obey(tree: LiveTree, store: Store, command: CommandRecord) -> None:
    """Do what a command asks for."""
    stack = tree.stacks.get(command.stack_id)
    if command.kind != SIGNAL or stack is None:  # a signal is done when it was carried out
        tree.ledger.done_commands.append(command.number)
    if stack is not None:
        await _obey(tree, store, stack, command)


async def _obey(tree: LiveTree, store: Store, stack: LiveStack, command: CommandRecord) -> None:
    match command.kind:
        case "goal":
            await _aim(tree, store, stack)
        case "cancel" if _is_still_meant(stack, command):
            _cancel(tree, stack)
        case "stop" if _is_still_meant(stack, command):
            _stop(tree, stack, f"Stack {stack.record.action} cancelled")
            preempt(tree, stack)
        case "hook":
            clear(tree, stack, command.body["resource"], command.body["hook"])
        case "mark":
            _mark(tree, stack, command.body)
        case "metadata":
            _set_metadata(tree, stack, command.body)
        case "signal":
            receive(tree, stack, command)
        case _:
            pass


def _mark(tree: LiveTree, stack: LiveStack, body: Mapping[str, Any]) -> None:
    row = stack.row(body["resource"])
    if row is None or row.status is Status.IN_PROGRESS or row.action is Action.DELETE:
        return
    status = Status.COMPLETE if body["is_healthy"] else Status.FAILED
    if body["is_healthy"] and tree.child_of(row.id) is not None:
        row = adjustment_over(tree, stack, row, is_done=False)
    row = noted(row, unhealthy=None if body["is_healthy"] else True)
    enter(tree, stack, row, (Action.CHECK, status), body["reason"])


def _set_metadata(tree: LiveTree, stack: LiveStack, body: Mapping[str, Any]) -> None:
    row = stack.row(body["resource"])
    if row is not None:
        tree.put_row(stack, replace(row, metadata=body["metadata"]))
        heard(tree, stack, stack.rows[row.id])


def stop(tree: LiveTree, stack: LiveStack, reason: str) -> None:
    """Let nothing new start in a stack and all below it."""
    for one in (stack, *tree.below(stack)):
        _stop(tree, one, reason)


def preempt(tree: LiveTree, stack: LiveStack) -> None:
    """Let nothing new start below a stack: what was wanted there may be wanted no more."""
    end_pauses(tree, stack)
    for below in tree.below(stack):
        end_pauses(tree, below)
        _stop(tree, below, f"Stack {below.record.action} cancelled")


def _stop(tree: LiveTree, stack: LiveStack, reason: str) -> None:
    """Let nothing new start in a stack, whoever works on it from now on."""
    if stack.traversal and stack.record.status is Status.IN_PROGRESS:
        tree.events.append((stack.record.id, Stopped(reason)))
        details = {**stack.record.details, "stopped": [stack.record.traversal, reason]}
        tree.put_record(stack, replace(stack.record, details=details))


def _is_still_meant(stack: LiveStack, command: CommandRecord) -> bool:
    """Return whether what was to be stopped is still being done."""
    same = command.body.get("traversal", stack.record.traversal) == stack.record.traversal
    return same and stack.record.status is Status.IN_PROGRESS


async def _aim(tree: LiveTree, store: Store, stack: LiveStack) -> None:
    """Take over the newest goal; what is running ends, the rest is decided anew."""
    record = await store.stack(stack.record.id)
    if record.traversal <= stack.record.traversal:
        return  # it was there already when the tree was loaded
    for digest in texts_of(record):
        if digest not in tree.library.texts:
            tree.library.texts[digest] = await store.text(digest)
    if record.credential_id != stack.record.credential_id:
        await tree.world.change_hands(record)
    preempt(tree, stack)
    stack.record, before = record, stack.record
    keep_users(tree, stack, before.details.get("user_project"))
    stack.goal = tree.goal(record)
    begin(tree, stack)


def _cancel(tree: LiveTree, stack: LiveStack) -> None:
    preempt(tree, stack)
    record = going_back(tree, stack)
    tree.put_record(stack, record)
    tree.ledger.tell_stack(record, tree.now())
    stack.goal = tree.goal(record)
    begin(tree, stack)
