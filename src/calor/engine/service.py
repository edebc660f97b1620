"""Use cases: what users may ask for.  Each is checked, then written down, then answered.

Nothing has been done to the cloud when an answer is given; but what was
answered will be done, whatever dies.
"""

import uuid
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from calor.core.document.parse import parse_document
from calor.core.errors import Conflict, InvalidTemplate, NotFound
from calor.core.source import Severity
from calor.core.state import Action, Status
from calor.core.template.checks.request import StackRequest
from calor.core.template.checks.stack import check_stack
from calor.core.template.checks.surroundings import Surroundings
from calor.core.template.scope import Yaql, no_yaql
from calor.engine.clock import Clock, SystemClock
from calor.engine.ledger import Ledger, reason_of
from calor.engine.mail import CANCEL, GOAL, STOP
from calor.engine.rows import timeout_of
from calor.engine.texts import Definition, encode
from calor.plugin.checks import lookup_offline
from calor.plugin.registry import TypeRegistry
from calor.store.port import Store
from calor.store.records import CommandRecord, StackRecord

LEAP = 100
"""How far a request moves the count of goals.  An engine that goes back by itself moves it by one,
so that it never takes a goal for its own that somebody has set at the same moment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What a stack is to be made of."""

    template: Mapping[str, Any]
    environment: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    timeout_mins: int | None = None
    disable_rollback: bool = True
    tags: tuple[str, ...] = ()


async def nobody(_: str) -> None:
    """Call no engine: one that looks for work will find it."""


@dataclass(frozen=True, slots=True)
class Stacks:
    """The use cases over stacks, for one caller's project at a time."""

    store: Store
    call: Callable[[str], Awaitable[None]] = nobody
    """Tells an engine that there is something to do for a tree."""
    types: TypeRegistry = field(default_factory=TypeRegistry)
    clock: Clock = field(default_factory=SystemClock)
    run_yaql: Yaql = no_yaql

    async def create(self, project: str, name: str, order: Order) -> str:
        """Accept a new stack and return its id."""
        definition = self._checked(order)
        now = self.clock.now()
        stack_id = str(uuid.uuid4())
        template, environment, files = definition.digests
        record = StackRecord(
            id=stack_id,
            root_id=stack_id,
            name=name,
            project=project,
            action=Action.CREATE,
            status=Status.IN_PROGRESS,
            reason=reason_of(Action.CREATE, Status.IN_PROGRESS),
            template=template,
            environment=environment,
            files=files,
            traversal=1,
            deadline=now + timeout_of(order.timeout_mins),
            timeout_mins=order.timeout_mins,
            disable_rollback=order.disable_rollback,
            tags=order.tags,
            created_at=now,
        )
        ledger = Ledger(texts=definition.texts)
        ledger.add_stack(record)
        await self._send(ledger, record, GOAL)
        return stack_id

    async def update(self, project: str, stack_id: str, order: Order) -> None:
        """Accept a new goal for a stack; it beats whatever is being done."""
        record = await self._live(project, stack_id)
        if record.action in (Action.SUSPEND, Action.DELETE):
            raise Conflict(f"a stack at {record.action} cannot be updated")
        definition = self._checked(order)
        template, environment, files = definition.digests
        record = replace(
            self._aimed(record, Action.UPDATE),
            template=template,
            environment=environment,
            files=files,
            previous=(record.template, record.environment, record.files),
            disable_rollback=order.disable_rollback,
            tags=order.tags,
        )
        ledger = Ledger(texts=definition.texts)
        ledger.put_stack(record)
        await self._send(ledger, record, GOAL)

    async def act(self, project: str, stack_id: str, action: Action) -> None:
        """Accept an action that needs no new template: delete, suspend, resume, check."""
        record = self._aimed(await self._live(project, stack_id), action)
        ledger = Ledger()
        ledger.put_stack(record)
        await self._send(ledger, record, GOAL)

    async def cancel(self, project: str, stack_id: str, *, rollback: bool = True) -> None:
        """Stop what is being done, and go back to the previous goal if asked to."""
        record = await self._live(project, stack_id)
        allowed = {Action.UPDATE} if rollback else {Action.UPDATE, Action.CREATE}
        if record.status is not Status.IN_PROGRESS or record.action not in allowed:
            raise Conflict(f"there is nothing to cancel: {record.action}_{record.status}")
        await self._send(Ledger(), record, CANCEL if rollback else STOP)

    def _checked(self, order: Order) -> Definition:
        request = StackRequest(
            document=parse_document(Definition.of(order.template).template, "template"),
            environments=(parse_document(encode(order.environment), "environment"),),
        )
        around = Surroundings(
            types=self.types,
            document=lambda file: parse_document(order.files[file], file),
            files=order.files,
            lookup=lookup_offline,
            run_yaql=self.run_yaql,
        )
        problems = check_stack(request, around).problems
        errors = [one for one in problems if one.severity is Severity.ERROR]
        if errors:
            raise InvalidTemplate(errors)
        return Definition.of(order.template, order.environment, order.files)

    async def _live(self, project: str, stack_id: str) -> StackRecord:
        record = await self.store.stack(stack_id)
        if record.project != project or record.deleted_at is not None:
            raise NotFound(f"there is no stack {stack_id}")
        return record

    def _aimed(self, record: StackRecord, action: Action) -> StackRecord:
        now = self.clock.now()
        return replace(
            record,
            action=action,
            status=Status.IN_PROGRESS,
            reason=reason_of(action, Status.IN_PROGRESS),
            traversal=record.traversal + LEAP,
            deadline=now + timeout_of(record.timeout_mins),
            updated_at=now,
        )

    async def _send(self, ledger: Ledger, record: StackRecord, kind: str) -> None:
        now = self.clock.now()
        if kind == GOAL:
            ledger.tell_stack(record, now)
        ledger.commands.append(
            CommandRecord(
                root_id=record.root_id,
                stack_id=record.id,
                kind=kind,
                body={"traversal": record.traversal},
                created_at=now,
            )
        )
        await self.store.write(ledger.batch())
        await self.call(record.root_id)
