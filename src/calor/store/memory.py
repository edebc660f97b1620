"""The store without a database: the same answers, for tests and for trying things out."""

import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from copy import deepcopy
from typing import Generic, Protocol, TypeVar

from typing_extensions import override

from calor.core.errors import Conflict, LeaseLost, NotFound
from calor.core.source import shorten
from calor.store import ledger as ledgers
from calor.store import matching, rows
from calor.store.filters import EventFilter, Purged, StackFilter
from calor.store.ledger import Ledger, TreeState
from calor.store.port import Tree
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

TEXT_GRACE = 60.0


class _Identified(Protocol):
    @property
    def id(self) -> str: ...


Kept = TypeVar("Kept", bound=_Identified)


class MemoryTrees:
    """The engine's side."""

    def __init__(self, clock: Callable[[], float] = time.time, lease_seconds: float = 4.0) -> None:
        self._clock = clock
        self.lease_seconds = lease_seconds
        self._ledger = Ledger()

    async def write(self, batch: Batch, lease: Lease | None = None) -> None:
        """Write a batch, all or nothing."""
        if lease is not None:
            self._check(lease)
        batch = ledgers.stored(batch)
        ledgers.check(self._ledger, batch)
        ledgers.apply(self._ledger, batch, self._clock())

    async def tree(self, root_id: str) -> Tree:
        """Load a tree."""
        stacks = [one for one in self._ledger.stacks.values() if one.root_id == root_id]
        ids = {stack.id for stack in stacks}
        if root_id not in ids:
            raise NotFound(f"no tree {shorten(root_id)}")
        resources = sorted(
            (one for one in self._ledger.resources.values() if one.stack_id in ids), key=_age
        )
        theirs = {resource.id for resource in resources}
        living = (one for one in stacks if one.deleted_at is None or one.id == root_id)
        return Tree(
            stacks=tuple(sorted(living, key=lambda one: (one.depth, one.created_at, one.id))),
            resources=tuple(resources),
            secrets={
                place: secret
                for place, secret in self._ledger.secrets.items()
                if place[0] in theirs
            },
            commands=tuple(await self.commands(root_id)),
        )

    async def text(self, digest: str) -> bytes:
        """Return a text by its content hash."""
        if digest not in self._ledger.texts:
            raise NotFound(f"no text {shorten(digest)}")
        return self._ledger.texts[digest].body

    async def claim(self, engine_id: str, most: int) -> Sequence[Lease]:
        """Take trees that wait."""
        now = self._clock()
        waiting = sorted(
            (tree.wanted, root_id)
            for root_id, tree in self._ledger.trees.items()
            if tree.wanted is not None and (tree.engine_id is None or tree.expires_at <= now)
        )
        return tuple(self._take(root_id, engine_id) for _, root_id in waiting[: max(most, 0)])

    def _take(self, root_id: str, engine_id: str) -> Lease:
        tree = self._ledger.trees[root_id]
        tree.engine_id, tree.epoch = engine_id, tree.epoch + 1
        tree.expires_at = self._clock() + self.lease_seconds
        return Lease(root_id, engine_id, tree.epoch)

    async def renew(self, engine_id: str) -> Sequence[Lease]:
        """Extend all leases of an engine."""
        held = []
        for root_id, tree in sorted(self._ledger.trees.items()):
            if tree.engine_id == engine_id:
                tree.expires_at = self._clock() + self.lease_seconds
                held.append(Lease(root_id, engine_id, tree.epoch))
        return tuple(held)

    async def release(self, lease: Lease) -> bool:
        """Give a tree back if its mailbox is empty."""
        tree = self._check(lease)
        if await self.commands(lease.root_id):
            return False
        tree.engine_id, tree.wanted = None, None
        return True

    async def hand_over(self, lease: Lease) -> None:
        """Give a tree back unfinished."""
        self._check(lease).engine_id = None

    def _check(self, lease: Lease) -> TreeState:
        tree = self._ledger.trees.get(lease.root_id)
        if tree is None or (tree.engine_id, tree.epoch) != (lease.engine_id, lease.epoch):
            message = f"another engine works on the tree {lease.root_id} now; nothing was written"
            raise LeaseLost(message)
        return tree

    async def commands(self, root_id: str, after: int = 0) -> Sequence[CommandRecord]:
        """Return what waits in a mailbox."""
        waiting = self._ledger.commands.items()
        return [one for number, one in waiting if one.root_id == root_id and number > after]

    async def see_engine(self, engine: EngineRecord) -> None:
        """Take note of an engine."""
        self._ledger.engines[engine.id] = engine

    async def engines(self) -> Sequence[EngineRecord]:
        """Return all engines."""
        return [engine for _, engine in sorted(self._ledger.engines.items())]


class MemoryReading(MemoryTrees):
    """What is looked up."""

    async def stack(self, stack_id: str) -> StackRecord:
        """Return a stack by id."""
        if stack_id not in self._ledger.stacks:
            raise NotFound(f"no stack {shorten(stack_id)}")
        return self._ledger.stacks[stack_id]

    async def stack_named(self, project: str, name: str) -> StackRecord:
        """Return a live stack by name."""
        if (project, name) not in self._ledger.live:
            raise NotFound(f"no stack named {shorten(name)}")
        return self._ledger.stacks[self._ledger.live[project, name]]

    async def find_stacks(self, wanted: StackFilter) -> Sequence[StackRecord]:
        """Return stacks by a filter."""
        return matching.find_stacks(self._ledger.stacks.values(), wanted)

    async def count_stacks(self, wanted: StackFilter) -> int:
        """Count stacks by a filter."""
        stacks = self._ledger.stacks.values()
        return sum(matching.is_wanted(stack, wanted) for stack in stacks)

    async def children(self, stack_id: str) -> Sequence[StackRecord]:
        """Return the live stacks right below one."""
        stacks = self._ledger.stacks.values()
        below = (one for one in stacks if one.parent_id == stack_id and one.deleted_at is None)
        return sorted(below, key=lambda one: (one.name, one.id))

    async def resources(self, stack_id: str) -> Sequence[ResourceRecord]:
        """Return the resources of a stack."""
        resources = self._ledger.resources.values()
        return sorted((one for one in resources if one.stack_id == stack_id), key=_age)

    async def resources_named(
        self, stack_id: str, names: Collection[str]
    ) -> Sequence[ResourceRecord]:
        """Return the resources of some names."""
        return [one for one in await self.resources(stack_id) if one.name in names]

    async def list_resources(
        self, stack_id: str, *, after: ResourceLine | None = None, most: int | None = None
    ) -> Sequence[ResourceLine]:
        """Return a page of resources."""
        lines = [
            rows.line_of(rows.resource_row(one)[:-1]) for one in await self.resources(stack_id)
        ]
        if after is not None:
            lines = [one for one in lines if _age(one) > _age(after)]
        return lines[:most]

    async def doubled_names(self, stack_id: str) -> Sequence[str]:
        """Return names that are there more than once."""
        counts = Counter(one.name for one in await self.resources(stack_id))
        return sorted(name for name, count in counts.items() if count > 1)

    async def events(
        self, stack_id: str, *, after: int = 0, most: int | None = None
    ) -> Sequence[EventRecord]:
        """Return events of a stack."""
        return await self.find_events(EventFilter(stack_id=stack_id, after=after, limit=most))

    async def find_events(self, wanted: EventFilter) -> Sequence[EventRecord]:
        """Return events by a filter."""
        return matching.find_events(self._ledger.events.values(), wanted)

    async def stream_events(
        self,
        wanted: EventFilter,
        chunk: int = 500,  # noqa: ARG002  # there is nothing to be read in pieces
    ) -> AsyncIterator[EventRecord]:
        """Give events by a filter."""
        for event in await self.find_events(wanted):
            yield event

    async def event(self, stack_id: str, event_id: str) -> EventRecord:
        """Return one event."""
        for event in self._ledger.events.values():
            if event.id == event_id and event.stack_id == stack_id:
                return event
        raise NotFound(f"no event {shorten(event_id)}")

    async def snapshots(self, stack_id: str) -> Sequence[SnapshotRecord]:
        """Return the snapshots of a stack."""
        theirs = (one for one in self._ledger.snapshots.values() if one.stack_id == stack_id)
        return sorted(theirs, key=lambda one: (one.created_at, one.id))

    async def snapshot(self, snapshot_id: str) -> SnapshotRecord:
        """Return a snapshot."""
        if snapshot_id not in self._ledger.snapshots:
            raise NotFound(f"no snapshot {shorten(snapshot_id)}")
        return self._ledger.snapshots[snapshot_id]


class MemoryStore(MemoryReading):
    """All of it; time is what the clock says."""

    def __init__(self, clock: Callable[[], float] = time.time, lease_seconds: float = 4.0) -> None:
        super().__init__(clock, lease_seconds)
        self.software_configs = MemoryShelf[SoftwareConfigRecord]("software configuration")
        self.deployments = MemoryShelf[DeploymentRecord]("deployment")
        self.credentials = MemoryShelf[CredentialRecord]("credential")

    async def outbox(self, most: int) -> Sequence[OutboxRecord]:
        """Return notifications to be sent."""
        return list(self._ledger.outbox.values())[:most]

    async def sent(self, numbers: Sequence[int]) -> None:
        """Forget notifications."""
        for number in numbers:
            self._ledger.outbox.pop(number, None)

    @override
    async def write(self, batch: Batch, lease: Lease | None = None) -> None:
        """Write a batch."""
        await super().write(batch, lease)
        for credential in batch.credentials:
            self.credentials.put(credential)

    async def idle_credentials(self, most: int) -> Sequence[CredentialRecord]:
        """Return credentials that no stack needs any more."""
        live = {one.id for one in self._ledger.stacks.values() if one.deleted_at is None}
        return [one for one in await self.credentials.list() if one.root_id not in live][:most]

    async def purge(
        self, deleted_before: float, *, project: str | None = None, most: int = 100
    ) -> Purged:
        """Remove stacks that were deleted before a time."""
        old = sorted(
            (stack.deleted_at, stack.id)
            for stack in self._ledger.stacks.values()
            if stack.deleted_at is not None
            and stack.deleted_at < deleted_before
            and project in {None, stack.project}
        )
        return ledgers.purge(
            self._ledger,
            {stack_id for _, stack_id in old[:most]},
            min(deleted_before, self._clock() - TEXT_GRACE) if len(old) < most else None,
        )

    async def trim_events(self, stack_id: str, keep: int) -> int:
        """Remove all but the newest events of a stack."""
        numbers = [event.number for event in await self.events(stack_id)]
        old = numbers[: max(len(numbers) - keep, 0)]
        for number in old:
            del self._ledger.events[number]
        return len(old)

    async def reseal(self) -> int:
        """Nothing is encrypted here."""
        return 0

    async def close(self) -> None:
        """There is nothing to let go of."""


class MemoryShelf(Generic[Kept]):
    """Things of one kind."""

    def __init__(self, noun: str) -> None:
        self._noun = noun
        self._kept: dict[str, Kept] = {}

    async def create(self, record: Kept) -> None:
        """Store a new thing."""
        if record.id in self._kept:
            raise Conflict("something of the same id or name is stored already")
        self._kept[record.id] = deepcopy(record)

    async def get(self, record_id: str, project: str | None = None) -> Kept:
        """Return a thing."""
        record = self._kept.get(record_id)
        if record is None or not _is_of(record, project=project):
            raise NotFound(f"no {self._noun} {shorten(record_id)}")
        return record

    async def list(
        self,
        project: str | None = None,
        *,
        server_id: str | None = None,
        config_id: str | None = None,
        marker: str | None = None,
        limit: int | None = None,
    ) -> Sequence[Kept]:
        """Return things, oldest first."""
        wanted = {"project": project, "server_id": server_id, "config_id": config_id}
        kept: Iterable[Kept] = sorted(self._kept.values(), key=_kept_age)
        if marker is not None:
            last = _kept_age(await self.get(marker))
            kept = (record for record in kept if _kept_age(record) > last)
        theirs = [one for one in kept if _is_of(one, **wanted)]
        return theirs[:limit]

    async def count(self, project: str | None = None) -> int:
        """Count things."""
        return sum(_is_of(one, project=project) for one in self._kept.values())

    async def update(self, record: Kept) -> None:
        """Replace a thing."""
        await self.get(record.id)
        self.put(record)

    def put(self, record: Kept) -> None:
        """Store a thing, new or not."""
        self._kept[record.id] = deepcopy(record)

    async def delete(self, record_id: str, project: str | None = None) -> None:
        """Remove a thing."""
        await self.get(record_id, project)
        del self._kept[record_id]


def _age(resource: ResourceRecord | ResourceLine) -> tuple[float, str, str]:
    return resource.created_at, resource.name, resource.id


def _kept_age(record: _Identified) -> tuple[float, str]:
    return getattr(record, "created_at", 0.0), record.id


def _is_of(record: object, **owners: str | None) -> bool:
    return all(
        value is None or getattr(record, name, value) == value for name, value in owners.items()
    )
