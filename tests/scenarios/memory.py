"""A store in memory, just large enough for scenarios; it notes every event as it is written."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from calor.core.errors import Conflict, LeaseLost, NotFound
from calor.store.port import Tree
from calor.store.records import Batch, Lease


@dataclass
class Ownership:
    wanted: bool = False
    engine: str | None = None
    epoch: int = 0
    expires_at: float = 0.0


@dataclass
class ScenarioStore:
    """What is written is there, and nothing else: engines may die as they like."""

    now: Callable[[], float]
    stacks: dict[str, Any] = field(default_factory=dict)
    rows: dict[str, Any] = field(default_factory=dict)
    names: dict[str, Any] = field(default_factory=dict)
    """The name of every resource that ever was, by its id."""
    told: list[Any] = field(default_factory=list)
    texts: dict[str, Any] = field(default_factory=dict)
    secrets: dict[Any, Any] = field(default_factory=dict)
    mail: dict[int, Any] = field(default_factory=dict)
    kept: dict[str, Any] = field(default_factory=dict)
    owners: dict[str, Any] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    writes: int = 0
    lease_seconds: float = 4.0

    async def write(self, batch: Batch, lease: Lease | None = None) -> None:
        self.writes += 1
        if lease and self._owner(lease) is None:
            raise LeaseLost(f"another engine works on {lease.root_id}")
        self._refuse_names(batch)
        self.texts.update(batch.texts)
        self._write_stacks(batch, is_engine=lease is not None)
        self._write_rows(batch)
        self.told += batch.events
        self.kept.update({one.id: one for one in batch.snapshots})
        for one in batch.gone_snapshots:
            self.kept.pop(one, None)
        self._write_mail(batch)

    def _write_stacks(self, batch, *, is_engine):
        for stack in (*batch.new_stacks, *batch.stacks):
            known = self.stacks.get(stack.id)
            # A goal that came in while an engine was busy must not be lost.
            if not (is_engine and known and known.traversal > stack.traversal):
                self.stacks[stack.id] = stack
            if stack.id == stack.root_id:
                self.owners.setdefault(stack.id, Ownership())

    def _write_rows(self, batch):
        for row in (*batch.new_resources, *batch.resources):
            self.rows[row.id] = row
            self.names[row.id] = row.name
        for row_id in batch.gone_resources:
            self.rows.pop(row_id, None)
        for place, secret in batch.secrets.items():
            self.secrets[place] = secret

    def _write_mail(self, batch):
        for command in batch.commands:
            number = next(self.numbers)
            self.mail[number] = replace(command, number=number)
            self.owners[command.root_id].wanted = True
        for number in batch.done_commands:
            self.mail.pop(number, None)

    def _refuse_names(self, batch: Batch) -> None:
        live = {(one.project, one.name) for one in self.stacks.values() if not one.deleted_at}
        for stack in batch.new_stacks:
            if (stack.project, stack.name) in live:
                raise Conflict(f"a stack named {stack.name} exists already; choose another name")

    def _owner(self, lease: Lease) -> Ownership | None:
        owner = self.owners[lease.root_id]
        return owner if (owner.engine, owner.epoch) == (lease.engine_id, lease.epoch) else None

    async def tree(self, root_id):
        stacks = [
            one
            for one in self.stacks.values()
            if one.root_id == root_id and (not one.deleted_at or one.id == root_id)
        ]
        if not stacks:
            raise NotFound(root_id)
        ids = {one.id for one in stacks}
        rows = tuple(one for one in self.rows.values() if one.stack_id in ids)
        secrets = {place: one for place, one in self.secrets.items() if one is not None}
        return Tree(tuple(stacks), rows, secrets, tuple(await self.commands(root_id)))

    async def text(self, digest):
        return self.texts[digest]

    async def claim(self, engine_id, most):
        leases = []
        for root_id, owner in self.owners.items():
            is_free = owner.engine is None or owner.expires_at <= self.now()
            if owner.wanted and is_free and len(leases) < most:
                owner.engine, owner.epoch = engine_id, owner.epoch + 1
                owner.expires_at = self.now() + self.lease_seconds
                leases.append(Lease(root_id, engine_id, owner.epoch))
        return leases

    async def renew(self, engine_id):
        held = []
        for root_id, owner in self.owners.items():
            if owner.engine == engine_id:
                owner.expires_at = self.now() + self.lease_seconds
                held.append(Lease(root_id, engine_id, owner.epoch))
        return held

    async def release(self, lease):
        owner = self._owner(lease)
        if owner is None:
            raise LeaseLost(lease.root_id)
        if await self.commands(lease.root_id):
            return False
        owner.engine, owner.wanted = None, False
        return True

    async def commands(self, root_id, after=0):
        return [one for n, one in self.mail.items() if one.root_id == root_id and n > after]

    async def see_engine(self, engine):
        pass

    async def stack(self, stack_id):
        if stack_id not in self.stacks:
            raise NotFound(f"no stack {stack_id}")
        return self.stacks[stack_id]

    async def count_stacks(self, wanted):
        return sum(
            one.project == wanted.project and one.parent_id is None and not one.deleted_at
            for one in self.stacks.values()
        )

    async def children(self, stack_id):
        return [
            one
            for one in self.stacks.values()
            if one.parent_id == stack_id and one.deleted_at is None
        ]

    async def resources(self, stack_id):
        return [one for one in self.rows.values() if one.stack_id == stack_id]

    async def snapshots(self, stack_id):
        return [one for one in self.kept.values() if one.stack_id == stack_id]

    async def snapshot(self, snapshot_id):
        if snapshot_id not in self.kept:
            raise NotFound(f"no snapshot {snapshot_id}")
        return self.kept[snapshot_id]
