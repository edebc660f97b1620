"""Filters applied to records that are at hand, as a database would apply them."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from calor.core.errors import NotFound
from calor.core.source import shorten
from calor.store.filters import EventFilter, StackFilter, StackKey
from calor.store.records import EventRecord, StackRecord

Record = TypeVar("Record", StackRecord, EventRecord)


def find_stacks(stacks: Iterable[StackRecord], wanted: StackFilter) -> list[StackRecord]:
    """Return one page of the stacks that match."""
    everything = sorted(stacks, key=lambda stack: stack.id)
    for order in reversed(wanted.order):
        key = order.key
        everything.sort(key=lambda stack: _sort_value(stack, key), reverse=order.descending)
    page = _beyond(everything, wanted.marker, "stack")
    return [stack for stack in page if is_wanted(stack, wanted)][: wanted.limit]


def _sort_value(stack: StackRecord, key: StackKey) -> tuple[str, float]:
    match key:
        case StackKey.NAME:
            # In the order of their bytes, as databases sort them.
            return stack.name, 0.0
        case StackKey.STATUS:
            return stack.status.value, 0.0
        case StackKey.CREATED:
            return "", stack.created_at
        case StackKey.UPDATED:
            return "", stack.updated_at or 0.0


def is_wanted(stack: StackRecord, wanted: StackFilter) -> bool:
    """Whether a stack is among those that a filter asks for."""
    exact = (
        (stack.project, wanted.project),
        (stack.owner_id, wanted.owner_id),
        (stack.parent_id, wanted.parent_id),
        (stack.root_id, wanted.root_id),
    )
    several = (
        (stack.name, wanted.names),
        (stack.id, wanted.ids),
        (stack.action, wanted.actions),
        (stack.status, wanted.statuses),
    )
    return (
        all(value is None or have == value for have, value in exact)
        and all(not values or have in values for have, values in several)
        and (wanted.show_deleted or stack.deleted_at is None)
        and (not wanted.only_roots or stack.parent_id is None)
        and _has_wanted_tags(set(stack.tags), wanted)
    )


def _has_wanted_tags(have: set[str], wanted: StackFilter) -> bool:
    return (
        have.issuperset(wanted.tags)
        and not (wanted.tags_any and have.isdisjoint(wanted.tags_any))
        and not (wanted.not_tags and have.issuperset(wanted.not_tags))
        and have.isdisjoint(wanted.not_tags_any)
        and have.isdisjoint(wanted.hidden_tags)
    )


def find_events(events: Iterable[EventRecord], wanted: EventFilter) -> list[EventRecord]:
    """Return one page of the events that match; they come and go in the order of their numbers."""
    theirs = [event for event in events if _is_of(event, wanted)]
    if wanted.descending:
        theirs.reverse()
    if wanted.marker is not None:
        theirs = _beyond(theirs, wanted.marker, "event")
    elif wanted.after:
        after, sign = wanted.after, -1 if wanted.descending else 1
        theirs = [event for event in theirs if sign * event.number > sign * after]
    return [event for event in theirs if _has_wanted_words(event, wanted)][: wanted.limit]


def _is_of(event: EventRecord, wanted: EventFilter) -> bool:
    is_among = wanted.stack_ids is None or event.stack_id in wanted.stack_ids
    is_one = wanted.stack_id in {None, event.stack_id}
    return is_among and is_one and wanted.root_id in {None, event.root_id}


def _has_wanted_words(event: EventRecord, wanted: EventFilter) -> bool:
    several = (
        (event.resource_name, wanted.resource_names),
        (event.resource_type, wanted.resource_types),
        (event.action, wanted.actions),
        (event.status, wanted.statuses),
    )
    return all(not values or have in values for have, values in several)


def _beyond(records: Sequence[Record], marker: str | None, noun: str) -> list[Record]:
    if marker is None:
        return list(records)
    for place, record in enumerate(records):
        if record.id == marker:
            return list(records[place + 1 :])
    raise NotFound(f"no {noun} {shorten(marker)} to go on from")
