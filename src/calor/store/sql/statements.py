"""The statements of the hot path, compiled once for a database.

They run on the driver's own cursor.  Parameters stand in the order of the
columns of the table; an update has the key last.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    ClauseElement,
    Engine,
    Integer,
    Select,
    Table,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal_column,
    null,
    or_,
    select,
    update,
)
from sqlalchemy.sql.elements import ColumnElement

from calor.store.sql import tables as t
from calor.store.sql.flavour import Flavour, flavour_of, upsert

LINE = [column for column in t.resources.columns if column.name != "body"]
"""What is read of a resource that stands in a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statements:
    """Every statement of the hot path, as text."""

    flavour: Flavour
    put_text: str
    add_stack: str
    change_stack: str
    add_tag: str
    drop_tags: str
    add_tree: str
    want_tree: str
    add_resource: str
    change_resource: str
    drop_resource: str
    drop_secrets: str
    put_secret: str
    drop_secret: str
    add_event: str
    add_command: str
    drop_command: str
    put_snapshot: str
    drop_snapshot: str
    put_credential: str
    add_message: str
    drop_message: str
    put_engine: str
    take: str
    held: str
    extend: str
    give_back: str
    hand_over: str
    tree_stacks: str
    tree_resources: str
    tree_secrets: str
    waiting: str
    text: str
    stack: str
    stacks: str
    children: str
    lines: str
    latest_events: str
    latest_numbers: str


class Compiler:
    """Writes statements down for one database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.flavour = flavour_of(engine)
        self.now: ColumnElement[float] = literal_column(self.flavour.now)

    def text(self, statement: ClauseElement, columns: Sequence[str] | None = None) -> str:
        """Return a statement as text for the driver's cursor."""
        return str(statement.compile(dialect=self._engine.dialect, column_keys=columns))

    def add(self, table: Table) -> str:
        """Insert a row; the database gives the number where there is one."""
        columns = [column.name for column in table.columns if column.name != "number"]
        return self.text(insert(table).inline(), columns)

    def put(self, table: Table) -> str:
        """Insert a row or replace the one with the same key."""
        keys = set(table.primary_key.columns.keys())
        changed = tuple(one.name for one in table.columns if one.name not in keys)
        return self.text(upsert(self._engine, table, changed), table.columns.keys())

    def change(self, table: Table) -> str:
        """Replace all of a row but its id."""
        names = [column.name for column in table.columns if column.name != "id"]
        values: dict[str, Any] = {name: bindparam(name) for name in names}
        return self.text(update(table).where(table.c.id == bindparam("key")).values(values))

    def change_unless_newer(self, table: Table) -> str:
        """Replace all of a row but its id, unless it belongs to a newer traversal."""
        names = [column.name for column in table.columns if column.name != "id"]
        values: dict[str, Any] = {name: bindparam(name) for name in names}
        mine = table.c.id == bindparam("key")
        statement = update(table).where(mine, table.c.traversal <= bindparam("newest"))
        return self.text(statement.values(values))

    def drop(self, table: Table, *keys: str) -> str:
        """Delete the rows with some keys."""
        return self.text(delete(table).where(*(table.c[key] == bindparam(key) for key in keys)))

    def put_text(self) -> str:
        """Store a text; one that is known is kept, and marked as used."""
        statement = upsert(self._engine, t.texts, ("touched_at",))
        values = {"digest": bindparam("digest"), "body": bindparam("body"), "touched_at": self.now}
        return self.text(statement.values(values))


def compile_statements(engine: Engine) -> Statements:
    """Compile everything for the database behind an engine."""
    c = Compiler(engine)
    return Statements(
        flavour=c.flavour,
        put_text=c.put_text(),
        add_stack=c.add(t.stacks),
        change_stack=c.change_unless_newer(t.stacks),
        add_tag=c.add(t.stack_tags),
        drop_tags=c.drop(t.stack_tags, "stack_id"),
        add_resource=c.add(t.resources),
        change_resource=c.change(t.resources),
        drop_resource=c.drop(t.resources, "id"),
        drop_secrets=c.drop(t.resource_secrets, "resource_id"),
        put_secret=c.put(t.resource_secrets),
        drop_secret=c.drop(t.resource_secrets, "resource_id", "key"),
        add_event=c.add(t.events),
        add_command=c.add(t.commands),
        drop_command=c.drop(t.commands, "number"),
        put_snapshot=c.put(t.snapshots),
        drop_snapshot=c.drop(t.snapshots, "id"),
        put_credential=c.put(t.credentials),
        add_message=c.add(t.outbox),
        drop_message=c.drop(t.outbox, "number"),
        put_engine=c.put(t.engines),
        **_lease_statements(c),
        **_reading_statements(c),
    )


def _lease_statements(c: Compiler) -> dict[str, str]:
    trees = t.trees
    one = trees.c.root_id == bindparam("root")
    later = c.now + bindparam("seconds", type_=trees.c.expires_at.type)
    mail = exists().where(t.commands.c.root_id == trees.c.root_id)
    return {
        "add_tree": c.text(
            insert(trees)
            .inline()
            .values(
                root_id=bindparam("root"), epoch=literal_column("0"), expires_at=literal_column("0")
            )
        ),
        "want_tree": c.text(
            update(trees).where(one).values(wanted=func.coalesce(trees.c.wanted, c.now))
        ),
        "take": c.text(
            update(trees)
            .where(one)
            .ordered_values(
                (trees.c.engine_id, bindparam("engine")),
                (trees.c.epoch, trees.c.epoch + literal_column("1")),
                (trees.c.expires_at, later),
            )
        ),
        "held": c.text(
            select(trees.c.root_id, trees.c.engine_id, trees.c.epoch)
            .where(trees.c.engine_id == bindparam("engine"))
            .order_by(trees.c.root_id)
            .with_for_update()
        ),
        "extend": c.text(
            update(trees).where(trees.c.engine_id == bindparam("engine")).values(expires_at=later)
        ),
        "give_back": c.text(
            update(trees).where(one, ~mail).values(engine_id=null(), wanted=null())
        ),
        "hand_over": c.text(update(trees).where(one).values(engine_id=null())),
    }


def _reading_statements(c: Compiler) -> dict[str, str]:
    root = t.stacks.c.root_id == bindparam("root")
    living = or_(t.stacks.c.deleted_at.is_(None), t.stacks.c.id == t.stacks.c.root_id)
    of_tree = t.stacks.join(t.resources, t.resources.c.stack_id == t.stacks.c.id)
    secret_of_tree = of_tree.join(
        t.resource_secrets, t.resource_secrets.c.resource_id == t.resources.c.id
    )
    r, s = t.resources, t.stacks
    return {
        "tree_stacks": c.text(
            select(s).where(root, living).order_by(s.c.depth, s.c.created_at, s.c.id)
        ),
        "tree_resources": c.text(
            select(r).select_from(of_tree).where(root).order_by(r.c.created_at, r.c.name, r.c.id)
        ),
        "tree_secrets": c.text(select(t.resource_secrets).select_from(secret_of_tree).where(root)),
        "waiting": c.text(
            select(t.commands)
            .where(t.commands.c.root_id == bindparam("root"))
            .where(t.commands.c.number > bindparam("after"))
            .order_by(t.commands.c.number)
        ),
        "text": c.text(select(t.texts.c.body).where(t.texts.c.digest == bindparam("digest"))),
        **_list_statements(c),
    }


def _list_statements(c: Compiler) -> dict[str, str]:
    """Return what people ask for again and again: lists without any filter."""
    e, r, s = t.events, t.resources, t.stacks
    living = s.c.deleted_at.is_(None)
    before = (e.c.stack_id == bindparam("stack"), e.c.number < bindparam("before"))
    return {
        "stack": c.text(select(s).where(s.c.id == bindparam("key"))),
        "stacks": c.text(
            _page(
                select(s)
                .where(s.c.project == bindparam("project"), living, s.c.parent_id.is_(None))
                .order_by(s.c.created_at.desc(), s.c.id)
            )
        ),
        "children": c.text(
            select(s).where(s.c.parent_id == bindparam("parent"), living).order_by(s.c.name, s.c.id)
        ),
        "lines": c.text(
            _page(
                select(*LINE)
                .where(r.c.stack_id == bindparam("stack"))
                .order_by(r.c.created_at, r.c.name, r.c.id)
            )
        ),
        "latest_events": c.text(_page(select(e).where(*before).order_by(e.c.number.desc()))),
        "latest_numbers": c.text(
            _page(select(e.c.number).where(*before).order_by(e.c.number.desc()))
        ),
    }


def _page(query: Select[Any]) -> Select[Any]:
    """Return a query for so many rows at most."""
    return query.limit(bindparam("most", type_=Integer)).offset(literal_column("0", Integer))


@lru_cache(256)
def claimable_trees(engine: Engine, most: int) -> str:
    """Lock trees that wait for an engine, those that wait longest first; pass over locked ones."""
    c = Compiler(engine)
    statement = (
        select(t.trees.c.root_id, t.trees.c.epoch)
        .where(t.trees.c.wanted.is_not(None))
        .where(or_(t.trees.c.engine_id.is_(None), t.trees.c.expires_at <= c.now))
        .order_by(t.trees.c.wanted, t.trees.c.root_id)
        .limit(literal_column(str(most), Integer))
        .offset(literal_column("0", Integer))
        .with_for_update(skip_locked=True)
    )
    return c.text(statement)


@lru_cache(256)
def lock_trees(engine: Engine, count: int) -> str:
    """Lock some trees, always in the same order, so that no two writers wait for each other."""
    keys: list[Any] = [bindparam(f"root{number}") for number in range(count)]
    statement = (
        select(t.trees.c.root_id, t.trees.c.engine_id, t.trees.c.epoch)
        .where(t.trees.c.root_id.in_(keys))
        .order_by(t.trees.c.root_id)
        .with_for_update()
    )
    return Compiler(engine).text(statement)
