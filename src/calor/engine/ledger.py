"""Collect what a burst of events changes, so that it is written in one transaction."""

import uuid
from dataclasses import dataclass, field

from calor.core.state import Action, Status
from calor.store.records import (
    Batch,
    CommandRecord,
    CredentialRecord,
    EventRecord,
    OutboxRecord,
    ResourceRecord,
    SnapshotRecord,
    StackRecord,
)

STACK_TYPE = "OS::Heat::Stack"
UNREMARKABLE = "state changed"


@dataclass(slots=True)
class Ledger:
    """The changes since the last save; of several changes of one record, the last counts."""

    texts: dict[str, bytes] = field(default_factory=dict)
    new_stacks: dict[str, StackRecord] = field(default_factory=dict)
    stacks: dict[str, StackRecord] = field(default_factory=dict)
    new_resources: dict[str, ResourceRecord] = field(default_factory=dict)
    resources: dict[str, ResourceRecord] = field(default_factory=dict)
    gone_resources: set[str] = field(default_factory=set)
    secrets: dict[tuple[str, str], str | None] = field(default_factory=dict)
    events: list[EventRecord] = field(default_factory=list)
    commands: list[CommandRecord] = field(default_factory=list)
    done_commands: list[int] = field(default_factory=list)
    snapshots: list[SnapshotRecord] = field(default_factory=list)
    gone_snapshots: list[str] = field(default_factory=list)
    outbox: list[OutboxRecord] = field(default_factory=list)
    credentials: list[CredentialRecord] = field(default_factory=list)

    def __bool__(self) -> bool:
        """Return whether there is anything to save."""
        return any(getattr(self, name) for name in self.__slots__)

    def add_stack(self, stack: StackRecord) -> None:
        """Note a new stack."""
        self.new_stacks[stack.id] = stack

    def put_stack(self, stack: StackRecord) -> None:
        """Note a changed stack."""
        (self.new_stacks if stack.id in self.new_stacks else self.stacks)[stack.id] = stack

    def add_resource(self, resource: ResourceRecord) -> None:
        """Note a new resource."""
        self.new_resources[resource.id] = resource

    def put_resource(self, resource: ResourceRecord) -> None:
        """Note a changed resource."""
        known = self.new_resources if resource.id in self.new_resources else self.resources
        known[resource.id] = resource

    def drop_resource(self, resource_id: str) -> None:
        """Note that a resource is no more."""
        self.resources.pop(resource_id, None)
        if self.new_resources.pop(resource_id, None) is None:
            self.gone_resources.add(resource_id)
        for key in [key for key in self.secrets if key[0] == resource_id]:
            del self.secrets[key]

    def tell_resource(
        self,
        resource: ResourceRecord,
        now: float,
        reason: str | None = None,
        action: str | None = None,
    ) -> None:
        """Note an event: the state of a resource has changed, or something else has happened."""
        self.events.append(
            EventRecord(
                id=str(uuid.uuid4()),
                stack_id=resource.stack_id,
                root_id=resource.root_id,
                resource_name=resource.name,
                resource_type=resource.type,
                physical_id=resource.physical_id,
                action=action or resource.action,
                status=resource.status,
                reason=reason or resource.reason or UNREMARKABLE,
                created_at=now,
            )
        )

    def tell_stack(self, stack: StackRecord, now: float) -> None:
        """Note an event: the state of a stack has changed."""
        self.events.append(
            EventRecord(
                id=str(uuid.uuid4()),
                stack_id=stack.id,
                root_id=stack.root_id,
                resource_name=stack.name,
                resource_type=STACK_TYPE,
                physical_id=stack.id,
                action=stack.action,
                status=stack.status,
                reason=stack.reason,
                created_at=now,
            )
        )

    def batch(self) -> Batch:
        """Return everything that is to be written."""
        return Batch(
            texts=self.texts,
            new_stacks=tuple(self.new_stacks.values()),
            stacks=tuple(self.stacks.values()),
            new_resources=tuple(self.new_resources.values()),
            resources=tuple(self.resources.values()),
            gone_resources=tuple(self.gone_resources),
            secrets=self.secrets,
            events=tuple(self.events),
            commands=tuple(self.commands),
            done_commands=tuple(self.done_commands),
            snapshots=tuple(self.snapshots),
            gone_snapshots=tuple(self.gone_snapshots),
            outbox=tuple(self.outbox),
            credentials=tuple(self.credentials),
        )


def reason_of(action: Action, status: Status, failure: str | None = None) -> str:
    """Return the words that clients look for in a stack's reason."""
    match status:
        case Status.IN_PROGRESS:
            return f"Stack {action} started"
        case Status.COMPLETE:
            return f"Stack {action} completed successfully"
        case Status.FAILED:
            return f"Resource {action} failed: {failure}"
