"""Use cases over whole stacks: create, update, cancel, and what needs no new template."""

import re
import uuid
from collections.abc import Collection
from dataclasses import replace
from typing import Final

from calor.core.errors import AlreadyThere, Conflict, InvalidTemplate, NotSupported
from calor.core.source import Problem, shorten
from calor.core.state import Action, Status
from calor.core.template.parameters.values import changed_immutables
from calor.engine.desk import Desk, nobody
from calor.engine.ledger import Ledger, reason_of
from calor.engine.mail import CANCEL, STOP
from calor.engine.observing import ASKED
from calor.engine.orders import Order, ordered, overlaid, read_order, settled_parameters
from calor.engine.texts import Definition
from calor.store.filters import StackFilter
from calor.store.records import StackRecord

__all__ = ["Order", "Stacks", "nobody"]

NAME: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9_.-]{0,254}")

REPEATABLE: Final = frozenset({Action.SUSPEND, Action.RESUME})
"""Asking for these once more, when they are done, is no mistake and does nothing."""


class Stacks(Desk):
    """The use cases over stacks."""

    __slots__ = ()

    async def create(self, project: str, name: str, order: Order) -> str:
        """Accept a new stack and return its id."""
        record, ledger = await self.new_stack(project, name, order, Action.CREATE)
        await self.send_new(ledger, record)
        return record.id

    async def send_new(self, ledger: Ledger, record: StackRecord) -> None:
        """Write a new stack down and tell an engine."""
        try:
            await self.send(ledger, record)
        except Conflict:
            raise AlreadyThere(f"The Stack ({record.name}) already exists.") from None

    async def new_stack(
        self, project: str, name: str, order: Order, action: Action
    ) -> tuple[StackRecord, Ledger]:
        """Return the record of a stack that may be made, and a ledger with it."""
        refuse_name(name)
        if not self.requester.is_admin:
            present = await self.store.count_stacks(StackFilter(project=project))
            self.limits.refuse_stacks(present)
        definition = await self.approved(order)
        now = self.clock.now()
        stack_id = str(uuid.uuid4())
        template, environment, files = definition.digests
        record = StackRecord(
            id=stack_id,
            root_id=stack_id,
            name=name,
            project=project,
            user=self.requester.user,
            action=action,
            status=Status.IN_PROGRESS,
            reason=reason_of(action, Status.IN_PROGRESS),
            template=template,
            environment=environment,
            files=files,
            traversal=1,
            deadline=now + self.limits.seconds_for(order.timeout_mins),
            timeout_mins=order.timeout_mins,
            disable_rollback=order.disable_rollback is not False,
            tags=order.tags,
            created_at=now,
            details={"user_id": self.requester.user_id} if self.requester.user_id else {},
        )
        ledger = Ledger(texts=definition.texts)
        ledger.add_stack(record)
        return record, ledger

    async def update(self, project: str, stack_id: str, order: Order) -> None:
        """Accept a new goal for a stack; it beats whatever is being done."""
        record = await self._updatable(project, stack_id)
        await self._update(record, order, ordered(await self.definition(record)))

    async def patch(
        self, project: str, stack_id: str, order: Order, clear: Collection[str] = ()
    ) -> None:
        """Accept a new goal that differs from the present one only in what is named."""
        record = await self._updatable(project, stack_id)
        stored = ordered(await self.definition(record))
        order = replace(overlaid(order, stored, clear), tags=order.tags or record.tags)
        await self._update(record, order, stored)

    async def act(self, project: str, stack_id: str, action: Action) -> None:
        """Accept an action that needs no new template: delete, suspend, resume, check."""
        record = await self.live(project, stack_id)
        if action in REPEATABLE and (record.action, record.status) == (action, Status.COMPLETE):
            return
        refuse(record, action)
        kept = await self.store.snapshots(stack_id) if action is Action.DELETE else ()
        details = {**record.details, "snapshots": [one.id for one in kept]} if kept else None
        record = replace(self.aimed(record, action), details=details or record.details)
        ledger = Ledger()
        ledger.put_stack(record)
        await self.send(ledger, record)

    async def cancel(self, project: str, stack_id: str, *, rollback: bool = True) -> None:
        """Stop what is being done, and go back to the previous goal if asked to."""
        record = await self.live(project, stack_id)
        allowed = {Action.UPDATE} if rollback else {Action.UPDATE, Action.CREATE}
        if record.status is not Status.IN_PROGRESS or record.action not in allowed:
            raise NotSupported(f"there is nothing to cancel: {record.action}_{record.status}")
        await self.send(Ledger(), record, CANCEL if rollback else STOP)

    async def definition(self, record: StackRecord) -> Definition:
        """Return what a stack was last to be."""
        names = (record.template, record.environment, record.files)
        return Definition(*[await self.store.text(name) for name in names])

    async def _updatable(self, project: str, stack_id: str) -> StackRecord:
        record = await self.live(project, stack_id)
        if record.action in (Action.SUSPEND, Action.DELETE):
            raise NotSupported(f"a stack at {record.action} cannot be updated")
        if is_taking_snapshot(record):
            raise busy(record)
        return record

    async def _update(self, record: StackRecord, order: Order, stored: Order) -> None:
        definition = await self.approved_update(order, stored)
        minutes, rollback = order.timeout_mins, order.disable_rollback
        record = replace(
            record,
            timeout_mins=record.timeout_mins if minutes is None else minutes,
            disable_rollback=record.disable_rollback if rollback is None else rollback,
            tags=order.tags,
        )
        record, ledger = self.retargeted(record, definition, Action.UPDATE)
        if order.converge:
            details = {**record.details, ASKED: record.traversal}
            record = replace(record, details=details)
            ledger.put_stack(record)
        await self.send(ledger, record)

    async def approved_update(self, order: Order, stored: Order) -> Definition:
        """Return the texts of an order that may follow upon another."""
        definition = await self.approved(order)
        _refuse_immutables(order, stored)
        return definition

    def retargeted(
        self, record: StackRecord, definition: Definition, action: Action
    ) -> tuple[StackRecord, Ledger]:
        """Return a stack's record that is to become something else, and a ledger with it."""
        template, environment, files = definition.digests
        record = replace(
            self.aimed(record, action),
            template=template,
            environment=environment,
            files=files,
            previous=(record.template, record.environment, record.files),
        )
        ledger = Ledger(texts=definition.texts)
        ledger.put_stack(record)
        return record, ledger


def refuse_name(name: str) -> None:
    """Raise if a stack cannot be called so."""
    if not NAME.fullmatch(name):
        message = (
            f"Invalid stack name {shorten(name)}: it begins with a letter, has letters, digits, "
            "underscores, hyphens and dots, and 255 characters at most"
        )
        raise InvalidTemplate([Problem(message)])


def is_taking_snapshot(record: StackRecord) -> bool:
    """Return whether a snapshot of a stack is not complete yet."""
    return (record.action, record.status) == (Action.SNAPSHOT, Status.IN_PROGRESS)


def busy(record: StackRecord) -> Conflict:
    """Return the error that tells to wait."""
    state = f"{record.action}_{record.status}"
    return Conflict(f"the stack is busy: {state}; wait for its end")


def refuse(record: StackRecord, action: Action) -> None:
    """Raise if a stack is not in a state in which it can be acted upon so."""
    if action is Action.DELETE:
        return
    if record.status is Status.IN_PROGRESS:
        raise busy(record)
    state = f"{record.action}_{record.status}"
    is_done = record.status is Status.COMPLETE
    may = {
        Action.SUSPEND: is_done or record.action is Action.SUSPEND,
        Action.RESUME: (is_done and record.action is Action.SUSPEND)
        or record.action is Action.RESUME,
    }
    if not may.get(action, True):
        raise NotSupported(f"a stack at {state} cannot {action.lower()}")


def _refuse_immutables(order: Order, stored: Order) -> None:
    declared = read_order(order).parameters
    if not any(one.immutable for one in declared.values()):
        return
    before, after = settled_parameters(stored), settled_parameters(order)
    names = changed_immutables(declared, before, after)
    if names:
        raise InvalidTemplate(
            Problem("the parameter is immutable and cannot change its value", ("parameters", name))
            for name in names
        )
