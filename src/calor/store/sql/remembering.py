"""Records that were read before are not made anew: many ask for the same ones again and again."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from calor.store import rows
from calor.store.records import EventRecord, StackRecord

MOST_STACKS: Final = 1024
MOST_EVENTS: Final = 8192


def stack_memory() -> Callable[[rows.Row], StackRecord]:
    """Return what makes stacks of rows; the same row always makes the same record."""
    remembered = lru_cache(MOST_STACKS)(rows.stack_of)
    return lambda row: remembered(tuple(row))


class EventMemory:
    """Makes events of rows; what is written of an event never changes."""

    def __init__(self) -> None:
        self._known: dict[int, EventRecord] = {}

    def all_of(self, numbers: Sequence[int]) -> list[EventRecord] | None:
        """Return events by their numbers, if every one of them was read before."""
        known = [self._known.get(number) for number in numbers]
        return None if None in known else [one for one in known if one is not None]

    def __call__(self, row: rows.Row) -> EventRecord:
        """Return the event of a row."""
        known = self._known.get(row[0])
        if known is None:
            if len(self._known) >= MOST_EVENTS:
                self._known.clear()
            known = self._known[row[0]] = rows.event_of(row)
        return known
