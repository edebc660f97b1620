"""Removing what nobody can ask for any more, and sealing anew what old keys have sealed."""

from collections.abc import Callable, Sequence
from functools import partial

from sqlalchemy import Column, ColumnElement, Table, delete, literal_column, select, union, update

from calor.store.filters import Purged
from calor.store.secrets import Cipher
from calor.store.sql import tables as t
from calor.store.sql.batches import secret_place
from calor.store.sql.link import Link
from calor.store.sql.sealing import place_of

GRACE = 60.0
"""A text that was used in the last seconds may belong to a stack that is just being written."""
AT_ONCE = 500


def purge(link: Link, deleted_before: float, project: str | None, most: int) -> Purged:
    """Remove some stacks that were deleted long ago; with the last of them, texts without use."""
    s = t.stacks.c
    old = select(s.id).where(s.deleted_at < deleted_before).order_by(s.deleted_at, s.id)
    if project is not None:
        old = old.where(s.project == project)
    with link.transaction():
        ids = [row[0] for row in link.fetch(old.limit(most))]
        purged = _purge_stacks(link, ids) if ids else Purged()
        texts = _purge_texts(link, deleted_before) if len(ids) < most else 0
    return Purged(purged.stacks, purged.resources, purged.events, texts)


def _purge_stacks(link: Link, ids: Sequence[str]) -> Purged:
    theirs = select(t.resources.c.id).where(t.resources.c.stack_id.in_(ids))
    link.change(delete(t.resource_secrets).where(t.resource_secrets.c.resource_id.in_(theirs)))
    resources = link.change(delete(t.resources).where(t.resources.c.stack_id.in_(ids)))
    events = link.change(delete(t.events).where(t.events.c.stack_id.in_(ids)))
    for column in (
        t.stack_tags.c.stack_id,
        t.snapshots.c.stack_id,
        t.commands.c.stack_id,
        t.trees.c.root_id,
    ):
        link.change(delete(column.table).where(column.in_(ids)))
    stacks = link.change(delete(t.stacks).where(t.stacks.c.id.in_(ids)))
    return Purged(stacks, resources, events)


def _purge_texts(link: Link, used_before: float) -> int:
    s = t.stacks.c
    columns = (
        s.template,
        s.environment,
        s.files,
        s.previous_template,
        s.previous_environment,
        s.previous_files,
    )
    used = union(*(select(column).where(column.is_not(None)) for column in columns))
    now: ColumnElement[float] = literal_column(link.statements.flavour.now)
    return link.change(
        delete(t.texts)
        .where(t.texts.c.touched_at < used_before, t.texts.c.touched_at < now - GRACE)
        .where(t.texts.c.digest.not_in(select(used.subquery().c[0])))
    )


def reseal(link: Link, cipher: Cipher) -> int:
    """Encrypt anew what was not encrypted with the newest key."""
    tables: list[tuple[Table, Column[str], Callable[[str], str]]] = [
        (t.credentials, t.credentials.c.id, partial(place_of, "credentials")),
        (t.texts, t.texts.c.digest, partial(place_of, "texts")),
        (t.resources, t.resources.c.id, partial(place_of, "resources")),
        (t.snapshots, t.snapshots.c.id, partial(place_of, "snapshots")),
    ]
    bodies = [_reseal_bodies(link, cipher, *one) for one in tables]
    return _reseal_secrets(link, cipher) + sum(bodies)


def _reseal_secrets(link: Link, cipher: Cipher) -> int:
    s = t.resource_secrets.c
    resealed, last = 0, ("", "")
    page = select(t.resource_secrets).order_by(s.resource_id, s.key).limit(AT_ONCE)
    while True:
        with link.transaction():
            beyond = (s.resource_id > last[0]) | ((s.resource_id == last[0]) & (s.key > last[1]))
            rows = link.fetch(page.where(beyond).with_for_update())
            for resource_id, key, body in rows:
                if not cipher.is_newest(body):
                    place = secret_place(resource_id, key)
                    anew = cipher.seal(cipher.open(bytes(body), place), place)
                    link.change(
                        update(t.resource_secrets)
                        .where(s.resource_id == resource_id, s.key == key)
                        .values(body=anew)
                    )
                    resealed += 1
        if not rows:
            return resealed
        last = (rows[-1][0], rows[-1][1])


def _reseal_bodies(
    link: Link, cipher: Cipher, table: Table, key: Column[str], place_of: Callable[[str], str]
) -> int:
    resealed, last = 0, ""
    page = select(key, table.c.body).order_by(key).limit(AT_ONCE)
    while True:
        with link.transaction():
            rows = link.fetch(page.where(key > last).with_for_update())
            for name, body in rows:
                if not cipher.is_newest(body):
                    place = place_of(name)
                    anew = cipher.seal(cipher.open(bytes(body), place), place)
                    link.change(update(table).where(key == name).values(body=anew))
                    resealed += 1
        if not rows:
            return resealed
        last = rows[-1][0]
