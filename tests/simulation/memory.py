"""A small store in memory behind the port, which can be copied as it is at any moment."""

from collections.abc import Collection, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import count

from calor.core.errors import Conflict, LeaseLost, NotFound
from calor.engine.clock import Clock
from calor.store.filters import StackFilter
from calor.store.port import Tree
from calor.store.records import (
    Batch,
    CommandRecord,
    CredentialRecord,
    EngineRecord,
    EventRecord,
    Lease,
    ResourceRecord,
    SnapshotRecord,
    StackRecord,
)

LEASE_SECONDS = 4.0


@dataclass
class Holder:
    """Who holds a tree, until when, and whether there is work."""

    engine_id: str | None = None
    epoch: int = 0
    expires_at: float = 0.0
    is_wanted: bool = False


@dataclass
class Memory:
    """Everything that is stored."""

    clock: Clock
    stacks: dict[str, StackRecord] = field(default_factory=dict)
    rows: dict[str, ResourceRecord] = field(default_factory=dict)
    secrets: dict[tuple[str, str], str] = field(default_factory=dict)
    history: list[EventRecord] = field(default_factory=list)
    mail: dict[int, CommandRecord] = field(default_factory=dict)
    texts: dict[str, bytes] = field(default_factory=dict)
    holders: dict[str, Holder] = field(default_factory=dict)
    numbers: "count[int]" = field(default_factory=lambda: count(1))
    lost: int = 0
    """How many writes of engines that had lost their lease were refused."""
    lease_seconds: float = LEASE_SECONDS

    def copied(self) -> "Memory":
        """Return the same content as a store of its own."""
        return Memory(
            self.clock,
            dict(self.stacks),
            dict(self.rows),
            dict(self.secrets),
            list(self.history),
            dict(self.mail),
            dict(self.texts),
            {root: copy(holder) for root, holder in self.holders.items()},
            copy(self.numbers),
        )

    async def write(self, batch: Batch, lease: Lease | None = None) -> None:
        if lease is not None:
            self._held(lease)
        self._check(batch)
        self.texts.update(batch.texts)
        self._put_stacks(batch, lease)
        for row in (*batch.new_resources, *batch.resources):
            self.rows[row.id] = row
        self._drop(batch)
        for event in batch.events:
            self.history.append(replace(event, number=next(self.numbers)))
        self._deliver(batch)

    def _put_stacks(self, batch: Batch, lease: Lease | None) -> None:
        for stack in batch.new_stacks:
            self.stacks[stack.id] = stack
            if stack.parent_id is None:
                self.holders[stack.id] = Holder()
        for stack in batch.stacks:
            if lease is None or self.stacks[stack.id].traversal <= stack.traversal:
                self.stacks[stack.id] = stack

    def _deliver(self, batch: Batch) -> None:
        for command in batch.commands:
            number = next(self.numbers)
            self.mail[number] = replace(command, number=number)
            self.holders[command.root_id].is_wanted = True
        for done in batch.done_commands:
            self.mail.pop(done, None)

    def _check(self, batch: Batch) -> None:
        """Refuse what a database would refuse."""
        new = {one.id for one in batch.new_stacks} | {one.id for one in batch.new_resources}
        changed = {one.id for one in batch.stacks} | {one.id for one in batch.resources}
        known = self.stacks.keys() | self.rows.keys()
        if new & known:
            raise Conflict("there is one of that id already")
        if missing := changed - known - new:
            raise NotFound(f"nothing to change: {missing}")

    def _drop(self, batch: Batch) -> None:
        for gone in batch.gone_resources:
            self.rows.pop(gone, None)
            for place in [place for place in self.secrets if place[0] == gone]:
                del self.secrets[place]
        for place, secret in batch.secrets.items():
            if secret is None:
                self.secrets.pop(place, None)
            else:
                self.secrets[place] = secret

    async def tree(self, root_id: str) -> Tree:
        stacks = [one for one in self.stacks.values() if one.root_id == root_id]
        living = [one for one in stacks if one.deleted_at is None or one.id == root_id]
        return Tree(
            tuple(sorted(living, key=lambda one: one.depth)),
            tuple(row for row in self.rows.values() if row.root_id == root_id),
            dict(self.secrets),
            tuple(await self.commands(root_id)),
        )

    async def text(self, digest: str) -> bytes:
        return self.texts[digest]

    async def claim(self, engine_id: str, most: int) -> Sequence[Lease]:
        now = self.clock.now()
        free = [
            root
            for root, one in self.holders.items()
            if one.is_wanted and (one.engine_id is None or one.expires_at <= now)
        ]
        return [self._take(root, engine_id) for root in free[:most]]

    def _take(self, root_id: str, engine_id: str) -> Lease:
        holder = self.holders[root_id]
        holder.engine_id, holder.epoch = engine_id, holder.epoch + 1
        holder.expires_at = self.clock.now() + LEASE_SECONDS
        return Lease(root_id, engine_id, holder.epoch)

    async def renew(self, engine_id: str) -> Sequence[Lease]:
        held = [(root, one) for root, one in self.holders.items() if one.engine_id == engine_id]
        for _, holder in held:
            holder.expires_at = self.clock.now() + LEASE_SECONDS
        return [Lease(root, engine_id, holder.epoch) for root, holder in held]

    async def release(self, lease: Lease) -> bool:
        holder = self._held(lease)
        if await self.commands(lease.root_id):
            return False
        holder.engine_id, holder.is_wanted = None, False
        return True

    def _held(self, lease: Lease) -> Holder:
        holder = self.holders[lease.root_id]
        if (holder.engine_id, holder.epoch) != (lease.engine_id, lease.epoch):
            self.lost += 1
            raise LeaseLost("another engine works on this tree")
        return holder

    async def commands(self, root_id: str, after: int = 0) -> Sequence[CommandRecord]:
        return [one for n, one in self.mail.items() if one.root_id == root_id and n > after]

    async def snapshots(self, stack_id: str) -> Sequence[SnapshotRecord]:
        """Return none: nobody takes any here."""
        return ()

    async def count_stacks(self, wanted: StackFilter) -> int:
        """Count the root stacks of a project."""
        live = (one for one in self.stacks.values() if one.deleted_at is None)
        return sum(one.project == wanted.project and one.parent_id is None for one in live)

    async def stack(self, stack_id: str) -> StackRecord:
        if stack_id not in self.stacks:
            raise NotFound(stack_id)
        return self.stacks[stack_id]

    async def stack_named(self, project: str, name: str) -> StackRecord:
        for one in self.stacks.values():
            if (one.project, one.name, one.deleted_at) == (project, name, None):
                return one
        raise NotFound(name)

    async def resources(self, stack_id: str) -> Sequence[ResourceRecord]:
        return [row for row in self.rows.values() if row.stack_id == stack_id]

    async def resources_named(
        self, stack_id: str, names: Collection[str]
    ) -> Sequence[ResourceRecord]:
        return [row for row in await self.resources(stack_id) if row.name in names]

    async def events(
        self, stack_id: str, *, after: int = 0, most: int | None = None
    ) -> Sequence[EventRecord]:
        found = [one for one in self.history if one.stack_id == stack_id and one.number > after]
        return found[:most]

    async def idle_credentials(self, most: int) -> Sequence[CredentialRecord]:
        return []

    async def see_engine(self, engine: EngineRecord) -> None:
        """Nobody asks for engines here."""

    async def engines(self) -> Sequence[EngineRecord]:
        return []

    async def close(self) -> None:
        """There is nothing to let go of."""
