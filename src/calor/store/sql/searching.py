"""Filters as queries."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, distinct, func, or_, select

from calor.core.errors import NotFound
from calor.core.source import shorten
from calor.store.filters import EventFilter, Order, StackFilter
from calor.store.records import EventRecord, ResourceLine
from calor.store.sql import tables as t
from calor.store.sql.link import Link
from calor.store.sql.remembering import EventMemory
from calor.store.sql.statements import LINE

_s, _e, _r = t.stacks.c, t.events.c, t.resources.c

Test = ColumnElement[bool]

ENDLESS: Final = (1 << 31) - 1
"""More rows than anybody asks for."""
LAST: Final = (1 << 63) - 1
"""A number that no event has."""


def is_plain_list(wanted: StackFilter) -> bool:
    """Return whether all that is asked for are the newest stacks of a project."""
    plain = StackFilter(project=wanted.project, limit=wanted.limit)
    return wanted == plain and wanted.project is not None


def is_latest_page(wanted: EventFilter) -> bool:
    """Return whether all that is asked for are the latest events of a stack, or those before."""
    plain = EventFilter(
        stack_id=wanted.stack_id, after=wanted.after, limit=wanted.limit, descending=True
    )
    return wanted == plain and wanted.stack_id is not None


def stack_rows(link: Link, wanted: StackFilter) -> Sequence[Any]:
    """Return the rows of one page of stacks."""
    if is_plain_list(wanted):
        most = ENDLESS if wanted.limit is None else wanted.limit
        return link.hot(link.statements.stacks, (wanted.project, min(most, ENDLESS)))
    return link.fetch(stacks_query(link, wanted))


def find_events(link: Link, wanted: EventFilter, memory: EventMemory) -> list[EventRecord]:
    """Return one page of events; what was read before is not read again."""
    if is_latest_page(wanted):
        most = ENDLESS if wanted.limit is None else wanted.limit
        values = (wanted.stack_id, wanted.after or LAST, min(most, ENDLESS))
        numbers = link.hot(link.statements.latest_numbers, values)
        known = memory.all_of([row[0] for row in numbers])
        return known or list(map(memory, link.hot(link.statements.latest_events, values)))
    return list(map(memory, link.fetch(events_query(link, wanted))))


def stacks_query(link: Link, wanted: StackFilter) -> Select[Any]:
    """Return the query for one page of stacks."""
    keys = [(_sort_key(order), order.descending) for order in wanted.order]
    keys.append((_s.id, False))
    query = select(t.stacks).where(*_stack_tests(wanted))
    if wanted.marker is not None:
        query = query.where(_beyond(keys, _marker(link, wanted)))
    query = query.order_by(*(key.desc() if down else key.asc() for key, down in keys))
    return query if wanted.limit is None else query.limit(wanted.limit)


def count_query(wanted: StackFilter) -> Select[Any]:
    """Return the query that counts stacks."""
    return select(func.count()).select_from(t.stacks).where(*_stack_tests(wanted))


def _stack_tests(wanted: StackFilter) -> Iterator[Test]:
    exact = (
        (_s.project, wanted.project),
        (_s.owner_id, wanted.owner_id),
        (_s.parent_id, wanted.parent_id),
        (_s.root_id, wanted.root_id),
    )
    yield from (column == value for column, value in exact if value is not None)
    several = (
        (_s.name, wanted.names),
        (_s.id, wanted.ids),
        (_s.action, wanted.actions),
        (_s.status, wanted.statuses),
    )
    yield from (column.in_([*map(str, values)]) for column, values in several if values)
    if not wanted.show_deleted:
        yield _s.deleted_at.is_(None)
    if wanted.only_roots:
        yield _s.parent_id.is_(None)
    yield from _tag_tests(wanted)


def _tag_tests(wanted: StackFilter) -> Iterator[Test]:
    if wanted.tags:
        yield _has_all(wanted.tags)
    if wanted.tags_any:
        yield _has_any(wanted.tags_any)
    if wanted.not_tags:
        yield ~_has_all(wanted.not_tags)
    if unwanted := (*wanted.not_tags_any, *wanted.hidden_tags):
        yield ~_has_any(unwanted)


def _has_any(tags: Sequence[str]) -> Test:
    having = select(t.stack_tags.c.stack_id).where(t.stack_tags.c.tag.in_(tags))
    test: Test = _s.id.in_(having)
    return test


def _has_all(tags: Sequence[str]) -> Test:
    different = set(tags)
    tag = t.stack_tags.c
    having = (
        select(tag.stack_id)
        .where(tag.tag.in_(different))
        .group_by(tag.stack_id)
        .having(func.count(distinct(tag.tag)) == len(different))
    )
    test: Test = _s.id.in_(having)
    return test


def _sort_key(order: Order) -> ColumnElement[Any]:
    column: ColumnElement[Any] = _s[order.key.value]
    # Databases disagree on where nulls belong.
    return func.coalesce(column, 0.0) if column is _s.updated_at else column


def _marker(link: Link, wanted: StackFilter) -> Sequence[Any]:
    keys = [*map(_sort_key, wanted.order), _s.id]
    found: Sequence[Any] = link.fetch(select(*keys).where(_s.id == wanted.marker))
    if not found:
        raise NotFound(f"no stack {shorten(wanted.marker)} to go on from")
    row: Sequence[Any] = found[0]
    return row


def _beyond(keys: list[tuple[ColumnElement[Any], bool]], values: Sequence[Any]) -> Test:
    """Whether a row comes after the one with these values: the first key that differs decides."""
    ways = []
    for place, (key, down) in enumerate(keys):
        same = [one == value for (one, _), value in zip(keys[:place], values, strict=False)]
        ways.append(and_(*same, key < values[place] if down else key > values[place]))
    return or_(*ways)


def lines_query(stack_id: str, after: ResourceLine, most: int) -> Select[Any]:
    """Return the query for a page of resources that comes after one of them."""
    columns: tuple[ColumnElement[Any], ...] = (_r.created_at, _r.name, _r.id)
    keys = [(column, False) for column in columns]
    beyond = _beyond(keys, (after.created_at, after.name, after.id))
    query = select(*LINE).where(_r.stack_id == stack_id, beyond)
    return query.order_by(*(key for key, _ in keys)).limit(most)


def events_query(link: Link, wanted: EventFilter) -> Select[Any]:
    """Return the query for one page of events."""
    query = select(t.events).where(*_event_tests(wanted))
    after = wanted.after if wanted.marker is None else _event_marker(link, wanted)
    if after:
        query = query.where(_e.number < after if wanted.descending else _e.number > after)
    query = query.order_by(_e.number.desc() if wanted.descending else _e.number)
    return query if wanted.limit is None else query.limit(wanted.limit)


def _event_tests(wanted: EventFilter) -> Iterator[Test]:
    if wanted.stack_id is not None:
        yield _e.stack_id == wanted.stack_id
    if wanted.stack_ids is not None:
        yield _e.stack_id.in_(wanted.stack_ids)
    if wanted.root_id is not None:
        # By way of the stacks: events have one index only, which is by stack.
        yield _e.stack_id.in_(select(_s.id).where(_s.root_id == wanted.root_id))
    several = (
        (_e.resource_name, wanted.resource_names),
        (_e.resource_type, wanted.resource_types),
        (_e.action, wanted.actions),
        (_e.status, wanted.statuses),
    )
    yield from (column.in_([*map(str, values)]) for column, values in several if values)


def _event_marker(link: Link, wanted: EventFilter) -> int:
    places = EventFilter(
        stack_id=wanted.stack_id, stack_ids=wanted.stack_ids, root_id=wanted.root_id
    )
    tests = _event_tests(places)
    found = link.fetch(select(_e.number).where(*tests).where(_e.id == wanted.marker))
    if not found:
        raise NotFound(f"no event {shorten(wanted.marker)} to go on from")
    number: int = found[0][0]
    return number
