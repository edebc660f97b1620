"""Where requests come in: what all use cases share.

Each request is checked, then written down, then answered.  Nothing has been
done to the cloud when an answer is given; but what was answered will be done,
whatever dies.
"""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from calor.core.document.document import Document
from calor.core.document.parse import parse_document
from calor.core.errors import (
    Conflict,
    InvalidTemplate,
    NotAllowed,
    NotFound,
    ServiceMissing,
    StoreUnavailable,
)
from calor.core.schema.constraints import Lookup
from calor.core.source import Problem, Severity
from calor.core.state import Action, Status
from calor.core.template.checks.request import StackRequest
from calor.core.template.checks.stack import check_stack
from calor.core.template.checks.surroundings import CheckedStack, Surroundings, no_document
from calor.core.template.scope import Yaql, no_yaql
from calor.engine.archive import Archive
from calor.engine.clock import Clock, SystemClock
from calor.engine.ledger import Ledger, reason_of
from calor.engine.limits import Limits, count_resources
from calor.engine.loading import Outside
from calor.engine.lookups import Questions
from calor.engine.mail import GOAL
from calor.engine.orders import Order
from calor.engine.requester import Requester
from calor.engine.texts import Definition, encode
from calor.plugin.checks import lookup_offline
from calor.plugin.registry import TypeRegistry
from calor.store.port import Store
from calor.store.records import CommandRecord, CredentialRecord, StackRecord

UNAVAILABLE = "HEAT-E99001"
"""How clients know that a type cannot be used in their cloud."""

LEAP = 100
"""How far a request moves the count of goals.  An engine that goes back by itself moves it by one,
so that it never takes a goal for its own that somebody has set at the same moment."""


async def nobody(_: str) -> None:
    """Call no engine: one that looks for work will find it."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Takes requests in, for one caller's project at a time."""

    store: Store
    call: Callable[[str], Awaitable[None]] = nobody
    """Tells an engine that there is something to do for a tree."""
    types: TypeRegistry = field(default_factory=TypeRegistry)
    clock: Clock = field(default_factory=SystemClock)
    run_yaql: Yaql = no_yaql
    limits: Limits = field(default_factory=Limits)
    outside: Outside = field(default_factory=Outside)
    archive: Archive = field(default_factory=Archive)
    requester: Requester = field(default_factory=Requester)

    async def live(self, project: str, stack_id: str) -> StackRecord:
        """Return a stack that was not deleted."""
        record = await self.store.stack(stack_id)
        if record.project != project or record.deleted_at is not None:
            raise NotFound(f"there is no stack {stack_id}")
        return record

    async def resting(self, project: str, stack_id: str) -> StackRecord:
        """Return a stack to which nothing is being done."""
        record = await self.live(project, stack_id)
        if record.status is Status.IN_PROGRESS:
            raise Conflict(f"the stack is busy: {record.action}_{record.status}; wait for its end")
        return record

    async def approved(self, order: Order) -> Definition:
        """Return the texts of an order in which no mistake was found, also by the cloud."""
        lookups = self.requester.lookups
        if lookups is None:
            return self.checked(order)
        questions = Questions()
        definition = self.checked(order, questions.believe)
        if problems := await lookups.problems(questions.asked):
            self.checked(order, questions.answered(problems))
        return definition

    def checked(self, order: Order, lookup: Lookup = lookup_offline) -> Definition:
        """Return the texts of an order in which no mistake was found."""
        self.validated(order, lookup=lookup)
        return Definition.of(order.template or {}, order.environment, order.files)

    def validated(
        self, order: Order, *, partial: bool = False, lookup: Lookup = lookup_offline
    ) -> CheckedStack | None:
        """Return the stack of an order in which no mistake was found.

        It is partial if parameters without a value are none.
        """
        request = StackRequest(
            document=parse_document(Definition.of(order.template or {}).template, "template"),
            environments=(parse_document(encode(order.environment), "environment"),),
            partial=partial,
        )
        around = Surroundings(
            types=self.types,
            document=lambda file: _document(order.files, file),
            files=order.files,
            lookup=lookup,
            run_yaql=self.run_yaql,
            max_depth=self.limits.depth,
        )
        verdict = check_stack(request, around)
        errors = [one for one in verdict.problems if one.severity is Severity.ERROR]
        if errors:
            raise InvalidTemplate(errors)
        if verdict.stack is not None:
            self.limits.refuse_resources(count_resources(verdict.stack))
            self._refuse_types(verdict.stack)
        return verdict.stack

    def _refuse_types(self, stack: CheckedStack) -> None:
        types = stack.types
        for name in sorted({one.name for one in types.values()}):
            if not self.requester.may_use(name):
                raise NotAllowed(f"you may not have resources of the type {name}")
        missing = [
            Problem(f"{UNAVAILABLE} {one.name} needs {one.service}, which this cloud has not", path)
            for path, one in ((("resources", name, "type"), one) for name, one in types.items())
            if one.service and not self.requester.has_service(one.service)
        ]
        if missing:
            raise ServiceMissing(missing)
        for child in stack.children.values():
            self._refuse_types(child)

    def aimed(self, record: StackRecord, action: Action) -> StackRecord:
        """Return a stack's record with a new goal; it beats whatever is being done."""
        now = self.clock.now()
        return replace(
            record,
            action=action,
            status=Status.IN_PROGRESS,
            reason=reason_of(action, Status.IN_PROGRESS),
            traversal=record.traversal + LEAP,
            deadline=now + self.limits.seconds_for(record.timeout_mins),
            updated_at=now,
            details={key: one for key, one in record.details.items() if key != "abandoned"},
        )

    async def send(
        self,
        ledger: Ledger,
        record: StackRecord,
        kind: str = GOAL,
        body: Mapping[str, Any] | None = None,
    ) -> None:
        """Write a request down and tell an engine."""
        now = self.clock.now()
        made = None
        if kind == GOAL:
            record, made = await self._entrusted(ledger, record)
            ledger.tell_stack(record, now)
        ledger.commands.append(
            CommandRecord(
                root_id=record.root_id,
                stack_id=record.id,
                kind=kind,
                body={"traversal": record.traversal, **(body or {})},
                created_at=now,
            )
        )
        try:
            await self.store.write(ledger.batch())
        except BaseException:
            if made is not None and not await self._is_kept(made):
                await self.requester.take_back(made)
            raise
        await self.call(record.root_id)

    async def _entrusted(
        self, ledger: Ledger, record: StackRecord
    ) -> tuple[StackRecord, CredentialRecord | None]:
        """Have whoever asks leave with a stack what an engine is to act with from now on.

        Whoever was the last to do so need not do it again, unless it was lent.
        An administrator of the cloud, who is in another project, cannot act in this one.
        """
        who = self.requester.user_id
        is_known = record.credential_id and record.details.get("user_id") == who
        is_stranger = self.requester.project not in (None, record.project)
        if record.parent_id or is_known or is_stranger:
            return record, None
        made = await self.requester.trust()
        if made is None:
            return record, None
        if record.credential_id is not None:
            with suppress(NotFound):
                before = await self.store.credentials.get(record.credential_id)
                ledger.credentials.append(replace(before, root_id=None))
        ledger.credentials.append(replace(made, root_id=record.root_id))
        details = {**record.details, "user_id": None if made.is_lent else who}
        record = replace(record, credential_id=made.id, details=details)
        ledger.put_stack(record)
        return record, made

    async def _is_kept(self, credential: CredentialRecord) -> bool:
        """Return whether a credential was written down, whatever was told of the attempt."""
        try:
            await self.store.credentials.get(credential.id)
        except NotFound:
            return False
        except StoreUnavailable:
            return True  # nobody knows; one trust too many does less harm than one too few
        return True


def _document(files: Mapping[str, str], file: str) -> Document:
    return parse_document(files[file], file) if file in files else no_document(file)
