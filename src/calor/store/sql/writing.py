"""What the writer's thread does: batches together, everything else one by one."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import select, tuple_

from calor.core.errors import Conflict, LeaseLost, StoreUnavailable
from calor.core.source import shorten
from calor.store.records import Batch, Lease
from calor.store.secrets import Cipher
from calor.store.sql import batches
from calor.store.sql import tables as t
from calor.store.sql.lanes import Holder, Job
from calor.store.sql.link import Link
from calor.store.sql.trimming import Trimmer

BATCHES_TOGETHER = 64
"""So many batches share a transaction at most, so that none waits long for the others."""


@dataclass(frozen=True, slots=True)
class Writing:
    """A batch to be written."""

    batch: Batch
    lease: Lease | None


class Carrier:
    """Carries out the jobs of the writer; whatever goes wrong goes to whoever waits."""

    def __init__(self, cipher: Cipher, trimmer: Trimmer) -> None:
        self._cipher = cipher
        self._trimmer = trimmer

    def carry_out(self, holder: Holder, jobs: list[Job[Any]]) -> None:
        """Do everything that waits, in order; neighbouring batches go together."""
        for together, group in groupby(jobs, lambda job: isinstance(job.work, Writing)):
            if together:
                writings = list(group)
                for start in range(0, len(writings), BATCHES_TOGETHER):
                    self._write(holder, writings[start : start + BATCHES_TOGETHER])
            else:
                for job in group:
                    _do(holder, job)

    def _write(self, holder: Holder, jobs: list[Job[Any]]) -> None:
        try:
            outcomes = holder.attempt(lambda link: self._transact(link, [job.work for job in jobs]))
        except StoreUnavailable as error:
            # It may have been committed: trying again could write it twice.
            for job in jobs:
                job.settle(None, error)
        except Exception as error:  # noqa: BLE001  # the thread outlives any bug
            self._write_apart(holder, jobs, error)
        else:
            for job, outcome in zip(jobs, outcomes, strict=True):
                job.settle(None, outcome)
            self._trimmer.written(holder, [job.work.batch for job in jobs])

    def _write_apart(self, holder: Holder, jobs: list[Job[Any]], error: Exception) -> None:
        """Find out whose fault it was: everybody else's batch is still to be written."""
        if len(jobs) > 1:
            for job in jobs:
                self._write(holder, [job])
        elif isinstance(error, Conflict):
            jobs[0].settle(None, _explained(holder, jobs[0].work.batch, error))
        else:
            jobs[0].settle(None, error)

    def _transact(self, link: Link, writings: Sequence[Writing]) -> list[LeaseLost | None]:
        outcomes: list[LeaseLost | None] = []
        with link.transaction():
            roots = (batches.touched(writing.batch, writing.lease) for writing in writings)
            held = batches.lock(link, set().union(*roots))
            for writing in writings:
                lease = writing.lease
                if lease is not None and held.get(lease.root_id) != lease:
                    outcomes.append(batches.lost(lease))
                    continue
                batches.write_batch(link, self._cipher, writing.batch)
                outcomes.append(None)
        return outcomes


def _do(holder: Holder, job: Job[Any]) -> None:
    try:
        result = holder.attempt(job.work)
    except Exception as error:  # noqa: BLE001  # the thread outlives any bug
        job.settle(None, error)
    else:
        job.settle(result, None)


def _explained(holder: Holder, batch: Batch, error: Conflict) -> Exception:
    """Tell which name is taken, if that was the reason."""
    names = [(stack.project, stack.name) for stack in (*batch.new_stacks, *batch.stacks)]
    if not names:
        return error
    ids = {stack.id for stack in batch.stacks}
    query = select(t.stacks.c.id, t.stacks.c.name).where(
        tuple_(t.stacks.c.project, t.stacks.c.live_name).in_(names)
    )
    try:
        found = holder.attempt(lambda link: link.fetch(query))
    except StoreUnavailable:
        return error
    taken = [name for stack_id, name in found if stack_id not in ids]
    return name_taken(taken[0]) if taken else error


def name_taken(name: str) -> Conflict:
    """Tell that a live stack has this name."""
    return Conflict(f"a stack named {shorten(name)} exists already; choose another name")
