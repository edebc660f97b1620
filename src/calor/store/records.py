"""What is stored, as frozen values; times are seconds since 1970 in UTC."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from calor.core.state import Action, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class StackRecord:
    """A stack, root or child.  Templates, environments and files are named by content hash."""

    id: str
    root_id: str
    parent_id: str | None = None
    owner_id: str | None = None
    """The resource of the parent stack that this stack stands for."""
    depth: int = 0
    name: str
    project: str
    user: str | None = None
    credential_id: str | None = None
    action: Action
    status: Status
    reason: str = ""
    template: str
    environment: str
    files: str
    previous: tuple[str, str, str] | None = None
    """Template, environment and files to go back to."""
    traversal: int = 0
    """Counts the requests that have set a goal for this stack; the newest wins."""
    deadline: float | None = None
    timeout_mins: int | None = None
    disable_rollback: bool = True
    tags: tuple[str, ...] = ()
    created_at: float
    updated_at: float | None = None
    deleted_at: float | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
    """What is shown but never searched for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceRecord:
    """One incarnation of a resource; a replacement is a second one of the same name."""

    id: str
    """A uuid; the generated name of the physical thing comes from it."""
    stack_id: str
    root_id: str
    name: str
    type: str
    action: Action = Action.INIT
    status: Status = Status.COMPLETE
    reason: str = ""
    physical_id: str | None = None
    properties: Mapping[str, Any] = field(default_factory=dict)
    """Resolved, as they were last applied or are being applied."""
    attributes: Mapping[str, Any] = field(default_factory=dict)
    """The values that others read, as of the last change."""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    definition: Mapping[str, Any] = field(default_factory=dict)
    """Policies and the like that were in force at the last change."""
    requires: tuple[str, ...] = ()
    """The ids of the resources it was built upon."""
    replaces: str | None = None
    replaced_by: str | None = None
    traversal: int = 0
    """The traversal of its stack that dealt with it last."""
    notes: Mapping[str, Any] = field(default_factory=dict)
    """What its type or the engine must remember: hooks that wait, members removed."""
    created_at: float
    updated_at: float | None = None


class ResourceLine(NamedTuple):
    """A resource as it stands in lists: what can be read without opening its body."""

    id: str
    stack_id: str
    root_id: str
    name: str
    type: str
    action: str
    status: str
    physical_id: str | None
    created_at: float
    updated_at: float | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRecord:
    """Something that happened to a stack or to one of its resources."""

    id: str
    stack_id: str
    root_id: str
    resource_name: str
    resource_type: str
    physical_id: str | None
    action: str
    status: Status
    reason: str
    properties: Mapping[str, Any] = field(default_factory=dict)
    created_at: float
    number: int = 0
    """Given by the store: the order in which events were written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRecord:
    """A request that waits in the mailbox of a tree."""

    root_id: str
    stack_id: str
    kind: str
    body: Mapping[str, Any] = field(default_factory=dict)
    created_at: float
    number: int = 0
    """Given by the store: the order in which commands are carried out."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right of one engine to work on one tree, until it expires or somebody else takes it."""

    root_id: str
    engine_id: str
    epoch: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineRecord:
    """An engine process, for `service list` and to tell the living from the dead."""

    id: str
    host: str
    process: int
    started_at: float
    seen_at: float
    stopped_at: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotRecord:
    """A snapshot of a stack."""

    id: str
    stack_id: str
    name: str | None
    status: Status
    reason: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    created_at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class OutboxRecord:
    """A notification that is still to be sent."""

    topic: str
    body: Mapping[str, Any]
    created_at: float
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SoftwareConfigRecord:
    """A piece of configuration for servers; it never changes."""

    id: str
    project: str
    name: str
    group: str
    config: Any = ""
    """A text for most tools, and whatever JSON can say for some."""
    inputs: tuple[Mapping[str, Any], ...] = ()
    outputs: tuple[Mapping[str, Any], ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    created_at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DeploymentRecord:
    """The use of a software configuration on a server, and what came of it."""

    id: str
    project: str
    stack_user_project: str | None = None
    server_id: str
    config_id: str
    action: str | None = None
    status: str | None = None
    reason: str | None = None
    input_values: Mapping[str, Any] = field(default_factory=dict)
    output_values: Mapping[str, Any] | None = None
    created_at: float
    updated_at: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CredentialRecord:
    """What an engine acts with on behalf of a user; the body is stored encrypted."""

    id: str
    kind: str
    body: Mapping[str, Any] = field(repr=False)
    root_id: str | None = None
    """The tree that it is kept for; none once another one has taken its place."""

    @property
    def is_lent(self) -> bool:
        """Whether it belongs to another tree, which may take it back."""
        return bool(self.body.get("is_lent"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Everything that one burst of events has changed: written in one transaction or not at all.

    New things come before changed ones, and those before what is gone: a
    resource may be new, changed and gone in the same batch.  What is changed
    must exist, what is gone need not.
    """

    texts: Mapping[str, bytes] = field(default_factory=dict)
    """Templates, environments and files by content hash; known ones are left as they are."""
    new_stacks: tuple[StackRecord, ...] = ()
    stacks: tuple[StackRecord, ...] = ()
    new_resources: tuple[ResourceRecord, ...] = ()
    resources: tuple[ResourceRecord, ...] = ()
    gone_resources: tuple[str, ...] = ()
    secrets: Mapping[tuple[str, str], str | None] = field(default_factory=dict, repr=False)
    """Secret data of resources by resource id and key; stored encrypted, removed by none."""
    events: tuple[EventRecord, ...] = ()
    commands: tuple[CommandRecord, ...] = ()
    done_commands: tuple[int, ...] = ()
    snapshots: tuple[SnapshotRecord, ...] = ()
    gone_snapshots: tuple[str, ...] = ()
    outbox: tuple[OutboxRecord, ...] = ()
    credentials: tuple[CredentialRecord, ...] = ()
    """New ones and changed ones."""
