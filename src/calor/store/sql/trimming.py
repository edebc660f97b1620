"""Keeping the history of a stack short, now and then, after enough was written."""

import logging
from collections import Counter
from collections.abc import Sequence

from sqlalchemy import delete, select

from calor.core.errors import CalorError
from calor.store.records import Batch
from calor.store.sql import tables as t
from calor.store.sql.lanes import Holder
from calor.store.sql.link import Link

log = logging.getLogger(__name__)

DROPPED_AT_ONCE = 1000
STACKS_COUNTED = 10_000


class Trimmer:
    """Counts the events that were written and drops old ones once many have come."""

    def __init__(self, keep: int | None, every: int) -> None:
        self._keep = keep
        self._every = every
        self._written: Counter[str] = Counter()

    def written(self, holder: Holder, batches: Sequence[Batch]) -> None:
        """Take note of what was written; trim the stacks that are due."""
        if self._keep is None:
            return
        for batch in batches:
            self._written.update(event.stack_id for event in batch.events)
        due = [stack_id for stack_id, count in self._written.items() if count >= self._every]
        for stack_id in due:
            del self._written[stack_id]
            self._trim(holder, stack_id, self._keep)
        if len(self._written) > STACKS_COUNTED:
            self._written.clear()

    def _trim(self, holder: Holder, stack_id: str, keep: int) -> None:
        try:
            holder.attempt(lambda link: trim(link, stack_id, keep))
        except CalorError:
            # The write itself has happened; there will be another chance to tidy up.
            log.exception("cannot drop old events of the stack %s", stack_id)


def trim(link: Link, stack_id: str, keep: int) -> int:
    """Drop all but the newest events of a stack, a few at a time; return how many went."""
    events = t.events
    of_stack = select(events.c.number).where(events.c.stack_id == stack_id)
    newest_gone = link.fetch(of_stack.order_by(events.c.number.desc()).offset(keep).limit(1))
    if not newest_gone:
        return 0
    old = of_stack.where(events.c.number <= newest_gone[0][0]).order_by(events.c.number)
    dropped = 0
    while numbers := [row[0] for row in link.fetch(old.limit(DROPPED_AT_ONCE))]:
        with link.transaction():
            dropped += link.change(delete(events).where(events.c.number.in_(numbers)))
    return dropped
