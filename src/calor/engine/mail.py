"""Commands: what users want of a stack while an engine holds its tree."""

from dataclasses import replace

from calor.core.state import Status
from calor.core.traversal import Stopped
from calor.engine.hooks import clear
from calor.engine.lifecycle import begin
from calor.engine.rollback import going_back
from calor.engine.stack import LiveStack
from calor.engine.tree import LiveTree, texts_of
from calor.store.port import Store
from calor.store.records import CommandRecord

GOAL, CANCEL, STOP, HOOK = "goal", "cancel", "stop", "hook"
"""A stack's record has a new goal; go back to the previous one; just stop; clear a hook."""


async def obey(tree: LiveTree, store: Store, command: CommandRecord) -> None:
    """Do what a command asks for."""
    stack = tree.stacks.get(command.stack_id)
    tree.ledger.done_commands.append(command.number)
    if stack is None:
        return
    match command.kind:
        case "goal":
            await _aim(tree, store, stack)
        case "cancel" if _is_still_meant(stack, command):
            _cancel(tree, stack)
        case "hook":
            clear(tree, stack, command.body["resource"], command.body["hook"])
        case "stop" if _is_still_meant(stack, command):
            stop(tree, f"Stack {stack.record.action} cancelled")
        case _:
            pass


def stop(tree: LiveTree, reason: str) -> None:
    """Let nothing new start anywhere in the tree."""
    for stack in tree.stacks.values():
        if stack.traversal and stack.record.status is Status.IN_PROGRESS:
            tree.events.append((stack.record.id, Stopped(reason)))
            stopped = {"stopped": [stack.record.traversal, reason]}
            details = {**stack.record.details, **stopped}
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
    stack.record = record
    stack.goal = tree.goal(record)
    begin(tree, stack)


def _cancel(tree: LiveTree, stack: LiveStack) -> None:
    record = going_back(tree, stack)
    tree.put_record(stack, record)
    tree.ledger.tell_stack(record, tree.now())
    stack.goal = tree.goal(record)
    begin(tree, stack)
