"""Writing batches: a fixed number of statements, however many rows."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import select

from calor.core.errors import LeaseLost, NotFound
from calor.store import codec, rows
from calor.store.records import Batch, Lease, StackRecord
from calor.store.secrets import Cipher
from calor.store.sql import tables as t
from calor.store.sql.link import Link
from calor.store.sql.sealing import credential_row, resource_row, sealed, snapshot_row
from calor.store.sql.statements import lock_trees

Record = TypeVar("Record")


def secret_place(resource_id: str, key: str) -> str:
    """Name the row that a secret of a resource is sealed for."""
    return f"resource_secrets\0{resource_id}\0{key}"


def lost(lease: Lease) -> LeaseLost:
    """Tell an engine that a tree is no longer its own."""
    return LeaseLost(f"another engine works on the tree {lease.root_id} now; nothing was written")


def touched(batch: Batch, lease: Lease | None) -> set[str]:
    """Return the trees whose order of writing must be kept: numbers then grow as they are seen."""
    roots = {command.root_id for command in batch.commands}
    roots.update(event.root_id for event in batch.events)
    if lease is not None:
        roots.add(lease.root_id)
    return roots


def lock(link: Link, roots: Iterable[str]) -> dict[str, Lease]:
    """Lock trees until the end of the transaction and return who holds them."""
    names = sorted(roots)
    if not names:
        return {}
    found = link.rows(lock_trees(link.engine, len(names)), names)
    return {root_id: Lease(root_id, engine_id, epoch) for root_id, engine_id, epoch in found}


def write_batch(link: Link, cipher: Cipher, batch: Batch) -> None:
    """Write everything of a batch inside a transaction, in the order that `Batch` promises."""
    sql = link.statements
    if batch.texts:
        packed = ((digest, codec.pack(text)) for digest, text in sorted(batch.texts.items()))
        link.run_many(sql.put_text, [sealed(cipher, "texts", one) for one in packed])
    _write_stacks(link, batch)
    _write_resources(link, cipher, batch)
    if batch.secrets:
        _write_secrets(link, cipher, batch)
    _add(link, sql.add_event, rows.event_row, batch.events)
    _write_mail(link, batch)
    _add(link, sql.put_snapshot, partial(snapshot_row, cipher), batch.snapshots)
    _each(link, sql.drop_snapshot, batch.gone_snapshots)
    _add(link, sql.add_message, rows.outbox_row, batch.outbox)
    _add(link, sql.put_credential, partial(credential_row, cipher), batch.credentials)


def _write_stacks(link: Link, batch: Batch) -> None:
    sql = link.statements
    if batch.new_stacks:
        _add(link, sql.add_stack, rows.stack_row, batch.new_stacks)
        _each(link, sql.add_tree, [one.id for one in batch.new_stacks if one.id == one.root_id])
        _add_tags(link, batch.new_stacks)
    if batch.stacks:
        newest = {stack.id: stack for stack in _change_stacks(link, batch.stacks)}
        _each(link, sql.drop_tags, list(newest))
        _add_tags(link, newest.values())


def _change_stacks(link: Link, stacks: Sequence[StackRecord]) -> Sequence[StackRecord]:
    """Change stacks, but for those that have a newer goal by now; return the changed ones."""
    changed = ((rows.stack_row(one), one.traversal) for one in stacks)
    values = [(*row[1:], row[0], traversal) for row, traversal in changed]
    if link.run_many(link.statements.change_stack, values) == len(stacks):
        return stacks
    query = select(t.stacks.c.id, t.stacks.c.traversal)
    known = dict(link.fetch(query.where(t.stacks.c.id.in_([one.id for one in stacks]))))
    if any(one.id not in known for one in stacks):
        raise NotFound("a stack that is to be changed is not there")
    return [one for one in stacks if known[one.id] <= one.traversal]


def _add_tags(link: Link, stacks: Iterable[StackRecord]) -> None:
    tags = [(stack.id, tag) for stack in stacks for tag in dict.fromkeys(stack.tags)]
    if tags:
        link.run_many(link.statements.add_tag, tags)


def _write_resources(link: Link, cipher: Cipher, batch: Batch) -> None:
    sql, row = link.statements, partial(resource_row, cipher)
    _add(link, sql.add_resource, row, batch.new_resources)
    if batch.resources:
        _change(link, sql.change_resource, [row(one) for one in batch.resources])
    if batch.gone_resources:
        _each(link, sql.drop_resource, batch.gone_resources)
        _each(link, sql.drop_secrets, batch.gone_resources)


def _write_secrets(link: Link, cipher: Cipher, batch: Batch) -> None:
    sealed = [
        (resource_id, key, cipher.seal(secret.encode(), secret_place(resource_id, key)))
        for (resource_id, key), secret in batch.secrets.items()
        if secret is not None
    ]
    if sealed:
        link.run_many(link.statements.put_secret, sealed)
    gone = [place for place, secret in batch.secrets.items() if secret is None]
    if gone:
        link.run_many(link.statements.drop_secret, gone)


def _write_mail(link: Link, batch: Batch) -> None:
    sql = link.statements
    if batch.commands:
        roots = sorted({command.root_id for command in batch.commands})
        if link.run_many(sql.want_tree, [(root,) for root in roots]) != len(roots):
            raise NotFound(f"no such tree: {' or '.join(roots)}")
        _add(link, sql.add_command, rows.command_row, batch.commands)
    _each(link, sql.drop_command, batch.done_commands)


def _add(
    link: Link, sql: str, row: Callable[[Record], rows.Row], records: Sequence[Record]
) -> None:
    if records:
        link.run_many(sql, [row(record) for record in records])


def _change(link: Link, sql: str, changed: Sequence[rows.Row]) -> None:
    if link.run_many(sql, [(*row[1:], row[0]) for row in changed]) != len(changed):
        raise NotFound("a stack or resource that is to be changed is not there")


def _each(link: Link, sql: str, keys: Sequence[Any]) -> None:
    if keys:
        link.run_many(sql, [(key,) for key in keys])
