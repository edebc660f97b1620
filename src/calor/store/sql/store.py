"""The store in a database: what the port asks for, handed to the right thread."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Engine, Select, exists, func, select

from calor.core.errors import NotFound
from calor.core.source import shorten
from calor.store import codec, rows
from calor.store.filters import EventFilter, Purged, StackFilter
from calor.store.port import Tree
from calor.store.records import (
    Batch,
    CommandRecord,
    CredentialRecord,
    EngineRecord,
    EventRecord,
    Lease,
    OutboxRecord,
    ResourceLine,
    ResourceRecord,
    SnapshotRecord,
    StackRecord,
)
from calor.store.secrets import Cipher
from calor.store.sql import leases, purging, searching, shelves, trimming
from calor.store.sql import tables as t
from calor.store.sql.batches import secret_place
from calor.store.sql.lanes import Readers, Writer
from calor.store.sql.link import Link
from calor.store.sql.remembering import EventMemory, stack_memory
from calor.store.sql.sealing import credential_of, opened, resource_of, snapshot_of
from calor.store.sql.shelves import SqlShelf
from calor.store.sql.statements import compile_statements
from calor.store.sql.writing import Carrier, Writing

Record = TypeVar("Record")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What an operator may choose."""

    lease_seconds: float = 4.0
    readers: int = 2
    keep_events: int | None = None
    """So many of the newest events of a stack are kept; all if not given."""
    trim_every: int = 200
    """Old events are looked for once so many were written for a stack."""


class Lanes:
    """The threads of a store: one that writes, some that read."""

    def __init__(self, engine: Engine, cipher: Cipher, settings: Settings | None = None) -> None:
        self._settings = settings or Settings()
        self._cipher = cipher
        self._engine = engine
        connect = partial(Link, engine, compile_statements(engine))
        trimmer = trimming.Trimmer(self._settings.keep_events, self._settings.trim_every)
        self._writer = Writer(connect, Carrier(cipher, trimmer).carry_out)
        is_near = engine.dialect.name == "sqlite"
        self._readers = Readers(connect, self._settings.readers, is_near=is_near)
        self._stack_of, self._event_of = stack_memory(), EventMemory()

    async def _fetch(
        self, query: Select[Any], record: Callable[[rows.Row], Record]
    ) -> Sequence[Record]:
        return [record(row) for row in await self._readers.read(lambda link: link.fetch(query))]

    async def _one(
        self, query: Select[Any], record: Callable[[rows.Row], Record], missing: str
    ) -> Record:
        found = await self._fetch(query, record)
        if not found:
            raise NotFound(missing)
        return found[0]

    async def close(self) -> None:
        """Finish what is waiting, then let go of all connections."""
        for lane in (self._writer, self._readers):
            lane.stop()
            await asyncio.to_thread(lane.join)
        self._engine.dispose()


class SqlTrees(Lanes):
    """The engine's side."""

    async def write(self, batch: Batch, lease: Lease | None = None) -> None:
        """Write a batch; it may share its transaction with others that wait."""
        await self._writer.do(Writing(batch, lease))

    async def tree(self, root_id: str) -> Tree:
        """Load a tree as of one moment."""
        return await self._readers.read(lambda link: _load_tree(link, self._cipher, root_id))

    async def text(self, digest: str) -> bytes:
        """Return a text by its content hash."""
        found = await self._readers.glance(lambda link: link.hot(link.statements.text, (digest,)))
        if not found:
            raise NotFound(f"no text {shorten(digest)}")
        _, body = opened(self._cipher, "texts", (digest, found[0][0]))
        return codec.unpack(body)

    async def claim(self, engine_id: str, most: int) -> Sequence[Lease]:
        """Take trees that wait."""
        seconds = self._settings.lease_seconds
        taken: Sequence[Lease] = await self._writer.do(
            lambda link: leases.claim(link, engine_id, most, seconds)
        )
        return taken

    async def renew(self, engine_id: str) -> Sequence[Lease]:
        """Extend all leases of an engine."""
        seconds = self._settings.lease_seconds
        held: Sequence[Lease] = await self._writer.do(
            lambda link: leases.renew(link, engine_id, seconds)
        )
        return held

    async def release(self, lease: Lease) -> bool:
        """Give a tree back if its mailbox is empty."""
        return bool(await self._writer.do(lambda link: leases.release(link, lease)))

    async def hand_over(self, lease: Lease) -> None:
        """Give a tree back unfinished."""
        await self._writer.do(lambda link: leases.hand_over(link, lease))

    async def commands(self, root_id: str, after: int = 0) -> Sequence[CommandRecord]:
        """Return what waits in a mailbox."""
        found = await self._readers.read(
            lambda link: link.hot(link.statements.waiting, (root_id, after))
        )
        return [rows.command_of(row) for row in found]

    async def see_engine(self, engine: EngineRecord) -> None:
        """Take note of an engine."""
        row = rows.engine_row(engine)
        await self._writer.do(lambda link: _run_many(link, link.statements.put_engine, [row]))

    async def engines(self) -> Sequence[EngineRecord]:
        """Return all engines."""
        return await self._fetch(select(t.engines).order_by(t.engines.c.id), rows.engine_of)

    async def outbox(self, most: int) -> Sequence[OutboxRecord]:
        """Return notifications to be sent."""
        query = select(t.outbox).order_by(t.outbox.c.number).limit(most)
        return await self._fetch(query, rows.outbox_of)

    async def sent(self, numbers: Sequence[int]) -> None:
        """Forget notifications."""
        if numbers:
            gone = [(number,) for number in numbers]
            await self._writer.do(lambda link: _run_many(link, link.statements.drop_message, gone))


class SqlReading(Lanes):
    """What is looked up."""

    async def stack(self, stack_id: str) -> StackRecord:
        """Return a stack by id."""
        found = await self._readers.glance(
            lambda link: link.hot(link.statements.stack, (stack_id,))
        )
        if not found:
            raise NotFound(f"no stack {shorten(stack_id)}")
        return self._stack_of(found[0])

    async def stack_named(self, project: str, name: str) -> StackRecord:
        """Return a live stack by name."""
        query = select(t.stacks).where(t.stacks.c.project == project, t.stacks.c.live_name == name)
        return await self._one(query, self._stack_of, f"no stack named {shorten(name)}")

    async def find_stacks(self, wanted: StackFilter) -> Sequence[StackRecord]:
        """Return stacks by a filter."""
        read = self._readers.glance if searching.is_plain_list(wanted) else self._readers.read
        found = await read(lambda link: searching.stack_rows(link, wanted))
        return [self._stack_of(row) for row in found]

    async def count_stacks(self, wanted: StackFilter) -> int:
        """Count stacks by a filter."""
        query = searching.count_query(wanted)
        return await self._one(query, lambda row: int(row[0]), "no count")

    async def children(self, stack_id: str) -> Sequence[StackRecord]:
        """Return the live stacks right below one."""
        found = await self._readers.glance(
            lambda link: link.hot(link.statements.children, (stack_id,))
        )
        return [self._stack_of(row) for row in found]

    async def resources(self, stack_id: str) -> Sequence[ResourceRecord]:
        """Return the resources of a stack."""
        r = t.resources.c
        query = select(t.resources).where(r.stack_id == stack_id)
        query = query.order_by(r.created_at, r.name, r.id)
        return await self._fetch(query, partial(resource_of, self._cipher))

    async def resources_named(
        self, stack_id: str, names: Collection[str]
    ) -> Sequence[ResourceRecord]:
        """Return the resources of some names."""
        r = t.resources.c
        query = select(t.resources).where(r.stack_id == stack_id, r.name.in_(names))
        query = query.order_by(r.created_at, r.name, r.id)
        return await self._fetch(query, partial(resource_of, self._cipher))

    async def list_resources(
        self, stack_id: str, *, after: ResourceLine | None = None, most: int | None = None
    ) -> Sequence[ResourceLine]:
        """Return a page of resources."""
        most = searching.ENDLESS if most is None else most
        if after is not None:
            return await self._fetch(searching.lines_query(stack_id, after, most), rows.line_of)
        found = await self._readers.glance(
            lambda link: link.hot(link.statements.lines, (stack_id, most))
        )
        return [rows.line_of(row) for row in found]

    async def doubled_names(self, stack_id: str) -> Sequence[str]:
        """Return names that are there more than once."""
        r = t.resources.c
        query = select(r.name).where(r.stack_id == stack_id).group_by(r.name).order_by(r.name)
        return await self._fetch(query.having(func.count() > 1), lambda row: str(row[0]))

    async def events(
        self, stack_id: str, *, after: int = 0, most: int | None = None
    ) -> Sequence[EventRecord]:
        """Return events of a stack."""
        return await self.find_events(EventFilter(stack_id=stack_id, after=after, limit=most))

    async def find_events(self, wanted: EventFilter) -> Sequence[EventRecord]:
        """Return events by a filter."""
        read = self._readers.glance if searching.is_latest_page(wanted) else self._readers.read
        return await read(lambda link: searching.find_events(link, wanted, self._event_of))

    async def stream_events(
        self, wanted: EventFilter, chunk: int = 500
    ) -> AsyncIterator[EventRecord]:
        """Give events by a filter, a chunk at a time."""
        left = wanted.limit
        while left is None or left > 0:
            size = chunk if left is None else min(chunk, left)
            page = await self.find_events(replace(wanted, limit=size))
            for event in page:
                yield event
            if len(page) < size:
                return
            left = None if left is None else left - size
            wanted = replace(wanted, after=page[-1].number, marker=None)

    async def event(self, stack_id: str, event_id: str) -> EventRecord:
        """Return one event."""
        query = select(t.events).where(t.events.c.stack_id == stack_id, t.events.c.id == event_id)
        return await self._one(query, self._event_of, f"no event {shorten(event_id)}")

    async def snapshots(self, stack_id: str) -> Sequence[SnapshotRecord]:
        """Return the snapshots of a stack."""
        s = t.snapshots.c
        query = select(t.snapshots).where(s.stack_id == stack_id).order_by(s.created_at, s.id)
        return await self._fetch(query, partial(snapshot_of, self._cipher))

    async def snapshot(self, snapshot_id: str) -> SnapshotRecord:
        """Return a snapshot."""
        query = select(t.snapshots).where(t.snapshots.c.id == snapshot_id)
        record = partial(snapshot_of, self._cipher)
        return await self._one(query, record, f"no snapshot {shorten(snapshot_id)}")


class SqlStore(SqlTrees, SqlReading):
    """All of it."""

    def __init__(self, engine: Engine, cipher: Cipher, settings: Settings | None = None) -> None:
        super().__init__(engine, cipher, settings)
        lanes = (self._writer, self._readers)
        self.software_configs = SqlShelf(shelves.CONFIGS, *lanes)
        self.deployments = SqlShelf(shelves.DEPLOYMENTS, *lanes)
        self.credentials = SqlShelf(shelves.credentials_form(cipher), *lanes)
        self.lease_seconds = self._settings.lease_seconds

    async def idle_credentials(self, most: int) -> Sequence[CredentialRecord]:
        """Return credentials that no stack needs any more."""
        s, c = t.stacks.c, t.credentials.c
        used = exists().where(s.id == c.root_id, s.deleted_at.is_(None))
        query = select(t.credentials).where(~used).order_by(c.id).limit(most)
        return await self._fetch(query, partial(credential_of, self._cipher))

    async def purge(
        self, deleted_before: float, *, project: str | None = None, most: int = 100
    ) -> Purged:
        """Remove stacks that were deleted before a time."""
        purged: Purged = await self._writer.do(
            lambda link: purging.purge(link, deleted_before, project, most)
        )
        return purged

    async def trim_events(self, stack_id: str, keep: int) -> int:
        """Remove all but the newest events of a stack."""
        return int(await self._writer.do(lambda link: trimming.trim(link, stack_id, keep)))

    async def reseal(self) -> int:
        """Encrypt anew what the first key has not encrypted."""
        return int(await self._writer.do(lambda link: purging.reseal(link, self._cipher)))


def _run_many(link: Link, sql: str, values: Sequence[rows.Row]) -> None:
    with link.transaction():
        link.run_many(sql, values)


def _load_tree(link: Link, cipher: Cipher, root_id: str) -> Tree:
    sql = link.statements
    key = (root_id,)
    with link.snapshot():
        stacks = link.rows(sql.tree_stacks, key)
        resources = link.rows(sql.tree_resources, key)
        secrets = link.rows(sql.tree_secrets, key)
        commands = link.rows(sql.waiting, (root_id, 0))
    if not stacks or stacks[0][0] != root_id:
        raise NotFound(f"no tree {shorten(root_id)}")
    return Tree(
        stacks=tuple(map(rows.stack_of, stacks)),
        resources=tuple(resource_of(cipher, row) for row in resources),
        secrets={
            (owner, name): cipher.open(bytes(body), secret_place(owner, name)).decode()
            for owner, name, body in secrets
        },
        commands=tuple(map(rows.command_of, commands)),
    )
