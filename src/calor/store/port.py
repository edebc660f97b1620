"""What the engine and the APIs ask of a store.

Every implementation passes the same tests; the memory twin is one of them.
"""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from calor.store.filters import EventFilter, Purged, StackFilter
from calor.store.records import (
    Batch,
    CommandRecord,
    CredentialRecord,
    DeploymentRecord,
    EngineRecord,
    EventRecord,
    Lease,
    OutboxRecord,
    ResourceLine,
    ResourceRecord,
    SnapshotRecord,
    SoftwareConfigRecord,
    StackRecord,
)

Kept = TypeVar("Kept")


@dataclass(frozen=True, slots=True)
class Tree:
    """A root stack with all below it, and what waits in its mailbox."""

    stacks: tuple[StackRecord, ...]
    resources: tuple[ResourceRecord, ...]
    secrets: Mapping[tuple[str, str], str] = field(repr=False)
    commands: tuple[CommandRecord, ...]


class Trees(Protocol):
    """The engine's side: trees, who works on them, and what is to be done."""

    async def write(self, batch: Batch, lease: Lease | None = None) -> None:
        """Write a batch in one transaction.

        With a lease, only while nobody else has taken the tree: else
        `LeaseLost`, and nothing is written.  A command makes its tree wanted;
        `NotFound` if there is no such tree, or nothing to change.  A live stack
        of the same name in the project is a `Conflict`.  A stack that has a
        newer goal by now, a higher traversal, is left as it is.
        """

    async def tree(self, root_id: str) -> Tree:
        """Load everything an engine needs to work on a tree, as of one moment; or `NotFound`.

        Stacks come parents first; those that were deleted are left out, except for the root.
        """

    async def text(self, digest: str) -> bytes:
        """Return a template, environment or bundle of files by its content hash."""

    async def claim(self, engine_id: str, most: int) -> Sequence[Lease]:
        """Take trees that are wanted and no living engine holds, those that wait longest first."""

    async def renew(self, engine_id: str) -> Sequence[Lease]:
        """Extend all leases of an engine by the database's clock; return those still held.

        A lease that ran out is still held until somebody takes the tree.
        """

    async def release(self, lease: Lease) -> bool:
        """Give a tree back if nothing waits in its mailbox; return whether it was given back.

        `LeaseLost` if somebody has taken it.
        """

    async def hand_over(self, lease: Lease) -> None:
        """Give a tree back unfinished, for any engine to take at once; `LeaseLost` as above."""

    async def commands(self, root_id: str, after: int = 0) -> Sequence[CommandRecord]:
        """Return what waits in the mailbox of a tree, oldest first."""

    async def see_engine(self, engine: EngineRecord) -> None:
        """Register an engine or tell that it is alive."""

    async def engines(self) -> Sequence[EngineRecord]:
        """Return all engines that were seen, by id."""

    async def outbox(self, most: int) -> Sequence[OutboxRecord]:
        """Return notifications that are still to be sent, oldest first."""

    async def sent(self, numbers: Sequence[int]) -> None:
        """Forget notifications that were sent."""


class Reading(Protocol):
    """What people and the engine look up."""

    async def stack(self, stack_id: str) -> StackRecord:
        """Return a stack, also one that was deleted; `NotFound` if there is none."""

    async def stack_named(self, project: str, name: str) -> StackRecord:
        """Return a live stack by name; `NotFound` if there is none."""

    async def find_stacks(self, wanted: StackFilter) -> Sequence[StackRecord]:
        """Return the stacks that a filter asks for; `NotFound` if there is no such marker."""

    async def count_stacks(self, wanted: StackFilter) -> int:
        """Count the stacks that a filter asks for, whatever its marker and limit."""

    async def children(self, stack_id: str) -> Sequence[StackRecord]:
        """Return the live stacks right below a stack, by name."""

    async def resources(self, stack_id: str) -> Sequence[ResourceRecord]:
        """Return the resources of a stack, oldest first."""

    async def resources_named(
        self, stack_id: str, names: Collection[str]
    ) -> Sequence[ResourceRecord]:
        """Return the resources of a stack that have one of some names, oldest first."""

    async def list_resources(
        self, stack_id: str, *, after: ResourceLine | None = None, most: int | None = None
    ) -> Sequence[ResourceLine]:
        """Return a page of the resources of a stack, oldest first, without what is in them."""

    async def doubled_names(self, stack_id: str) -> Sequence[str]:
        """Return the names that more than one resource of a stack has."""

    async def events(
        self, stack_id: str, *, after: int = 0, most: int | None = None
    ) -> Sequence[EventRecord]:
        """Return events of a stack in the order in which they were written."""

    async def find_events(self, wanted: EventFilter) -> Sequence[EventRecord]:
        """Return the events that a filter asks for; `NotFound` if there is no such marker."""

    def stream_events(self, wanted: EventFilter, chunk: int = 500) -> AsyncIterator[EventRecord]:
        """Give the events that a filter asks for, reading them in chunks."""

    async def event(self, stack_id: str, event_id: str) -> EventRecord:
        """Return one event of a stack; `NotFound` if there is none."""

    async def snapshots(self, stack_id: str) -> Sequence[SnapshotRecord]:
        """Return the snapshots of a stack, oldest first."""

    async def snapshot(self, snapshot_id: str) -> SnapshotRecord:
        """Return a snapshot; `NotFound` if there is none."""


class Upkeep(Protocol):
    """What operators have done from time to time."""

    async def purge(
        self, deleted_before: float, *, project: str | None = None, most: int = 100
    ) -> Purged:
        """Remove stacks deleted before a time, with all that belongs to them, oldest first.

        At most so many stacks go in one transaction: call again until none went.
        """

    async def trim_events(self, stack_id: str, keep: int) -> int:
        """Remove all but the newest events of a stack; return how many went."""

    async def idle_credentials(self, most: int) -> Sequence[CredentialRecord]:
        """Return credentials whose tree is gone, or has another one by now."""

    async def reseal(self) -> int:
        """Encrypt anew what was encrypted with any but the first key; return how much that was."""

    async def close(self) -> None:
        """Let go of connections and files."""


class Shelf(Protocol[Kept]):
    """Things that stand for themselves; with a project, only those of that project are seen."""

    async def create(self, record: Kept) -> None:
        """Store a new thing; `Conflict` if there is one of that id."""

    async def get(self, record_id: str, project: str | None = None) -> Kept:
        """Return a thing; `NotFound` if there is none."""

    async def list(
        self,
        project: str | None = None,
        *,
        server_id: str | None = None,
        config_id: str | None = None,
        marker: str | None = None,
        limit: int | None = None,
    ) -> Sequence[Kept]:
        """Return things by age, oldest first.

        Only those of a server or a configuration, where things have one.
        """

    async def count(self, project: str | None = None) -> int:
        """Count things."""

    async def update(self, record: Kept) -> None:
        """Replace a thing; `NotFound` if there is none."""

    async def delete(self, record_id: str, project: str | None = None) -> None:
        """Remove a thing; `NotFound` if there is none."""


class Store(Trees, Reading, Upkeep, Protocol):
    """Durable storage; a write has happened once it returns, whatever dies after."""

    @property
    def lease_seconds(self) -> float:
        """For how long a tree is held after it was claimed or the lease renewed."""

    @property
    def software_configs(self) -> Shelf[SoftwareConfigRecord]:
        """Configurations for servers."""

    @property
    def deployments(self) -> Shelf[DeploymentRecord]:
        """Uses of configurations on servers."""

    @property
    def credentials(self) -> Shelf[CredentialRecord]:
        """What engines act with; they belong to no project, and are listed by id."""
