"""Carry out one action on one resource: begin it, wait until it has taken effect, look at it.

A job only talks to the resource's type and reports; what it reports is saved by
the runner.  It may be begun again on another engine from any point on.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from calor.core.errors import (
    CalorError,
    CloudConflict,
    CloudNotFound,
    NoSuchService,
    ReplaceResource,
    ResourceFailed,
    ResourceInError,
)
from calor.core.state import Action
from calor.core.values import Value
from calor.engine.here import LiveHere
from calor.plugin.resolving import resolved, values_of
from calor.plugin.resource import Resource

LOG = logging.getLogger(__name__)

SHORTEST, LONGEST, GROWTH = 0.05, 5.0, 1.6
"""The seconds between two looks at something whose end nobody knows."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Another incarnation of the same resource, which has something that this one needs."""

    resource: Resource
    here: LiveHere

    async def make_way(self) -> None:
        """Have it let go."""
        await self.resource.make_way(self.here)


@dataclass(slots=True, kw_only=True)
class Job:
    """One action on one incarnation of a resource."""

    stack_id: str
    node: str
    row_id: str
    traversal: int
    resource: Resource
    here: LiveHere
    before: Resource | None = None
    changed: AbstractSet[str] = field(default_factory=frozenset)
    is_begun: bool = False
    is_resumed: bool = False
    is_look: bool = False
    """Nothing is done; somebody wants to read more than before."""
    keeps_snapshot: bool = False
    """A copy is kept of what is deleted."""
    rival: Rival | None = None
    given_up: Mapping[str, Value] | None = None
    """The attributes of one that had made way for another, and is wanted again."""
    is_check: bool = False
    """While looking, find out if it must be replaced because it is gone or ill."""
    is_aside: bool = False
    """Nobody waits for it, and how it ends changes the state of nothing."""
    attempts: int = 0
    bell: asyncio.Event = field(default_factory=asyncio.Event)
    """Rung when something was heard that the wait may be for."""


@dataclass(frozen=True, slots=True)
class Began:
    """The action has begun; there may be a physical id now."""

    job: Job


@dataclass(frozen=True, slots=True)
class Ended:
    """The action has taken effect."""

    job: Job
    attributes: Mapping[str, Value]
    reference_id: Value


@dataclass(frozen=True, slots=True)
class Broke:
    """The action has failed."""

    job: Job
    error: CalorError


Outcome: TypeAlias = Began | Ended | Broke
Tell: TypeAlias = Callable[[Outcome], None]
Permit: TypeAlias = Callable[[], Awaitable[None]]
"""Waits for as long as it is not certain that no other engine works on the tree."""


async def carry_out(job: Job, tell: Tell, retries: int, permit: Permit) -> None:
    """Take a job to its end and tell how it went."""
    try:
        await _resolve(job)
        first: CalorError | None = None
        while not job.is_look and job.here.action is not Action.ADOPT:
            try:
                await _once(job, tell, permit)
            except (ResourceInError, CloudConflict) as problem:
                first = first or problem
                if job.attempts >= retries or job.here.action not in (Action.CREATE, Action.DELETE):
                    raise first from None
                job.attempts += 1
                await _prepare_again(job, tell, permit)
            else:
                break
        attributes = await _seen(job)
    except CalorError as problem:
        tell(Broke(job, problem))
    except Exception as problem:
        LOG.exception("%s of %s", job.here.action, job.here.name)
        tell(Broke(job, CalorError(f"{type(problem).__name__}: {problem}")))
    else:
        tell(Ended(job, attributes, job.resource.reference_id(job.here)))


async def _resolve(job: Job) -> None:
    """Have the type see ids in place of names; another name for the same is no change."""
    here = job.here
    strict = here.action in (Action.CREATE, Action.UPDATE) and not (job.is_begun or job.is_look)
    resource = await resolved(job.resource, here.cloud, strict=strict)
    before = job.before and await resolved(job.before, here.cloud, strict=False)
    if before is not None and (resource is not job.resource or before is not job.before):
        old, new = values_of(before), values_of(resource)
        job.changed = {
            name for name in job.changed if name not in new or old.get(name) != new[name]
        }
    job.resource, job.before = resource, before


async def _seen(job: Job) -> dict[str, Value]:
    """Return the attributes of what is there now; what is gone or ill is to be replaced."""
    if job.here.action is Action.DELETE:
        return {}
    if job.is_check:
        try:
            await job.resource.check(job.here)
        except (ResourceFailed, ResourceInError, CloudNotFound) as problem:
            raise ReplaceResource(str(problem)) from None
    return await look(job.resource, job.here)


async def look(resource: Resource, here: LiveHere) -> dict[str, Value]:
    """Return the attributes: all that are kept, and the live ones that somebody reads."""
    attributes = dict(await resource.show(here))
    for name in wanted_attributes(resource, here.reads):
        if name not in attributes:
            attributes[name] = await resource.attribute(here, name)
    return attributes


def wanted_attributes(resource: Resource, reads: Collection[tuple[Value, ...]]) -> list[str]:
    """Return the names of the attributes that somebody reads; no path means all but `show`."""
    read = {path[0] if path else None for path in reads}
    declared = [name for name in type(resource).attributes if name in read or None in read]
    return ["show", *declared] if "show" in read else declared


async def _once(job: Job, tell: Tell, permit: Permit) -> None:
    if not job.is_begun:
        await permit()
        await _begin(job)
        job.is_begun = True
        tell(Began(job))
    if _is_something_left(job):
        await _wait(job, tell)


def _is_something_left(job: Job) -> bool:
    """Return whether there is anything to wait for; what was never there is gone."""
    return job.here.action is not Action.DELETE or job.here.physical_id is not None


async def _begin(job: Job) -> None:
    resource, here = job.resource, job.here
    match here.action:
        case Action.CREATE:
            here.physical_id = await _make(job)
        case Action.UPDATE:
            await _come_back(job)
            await resource.update(here, job.before or resource, job.changed)
        case Action.DELETE:
            here.physical_id = here.physical_id or await _left(job)
            await _delete(job)
        case action:
            walks = {
                Action.SUSPEND: resource.suspend,
                Action.RESUME: resource.resume,
                Action.CHECK: resource.check,
                Action.SNAPSHOT: resource.snapshot,
            }
            await walks[action](here)


async def _come_back(job: Job) -> None:
    """Have again what was let go of for the sake of one that will not stay."""
    if job.rival:
        await job.rival.make_way()
    if job.given_up is not None:
        await job.resource.take_back(job.here, job.given_up)


async def _left(job: Job) -> str | None:
    """Return what a creation has left whose reply never came; where no service is, is nothing."""
    try:
        return await job.resource.find(job.here)
    except NoSuchService:
        return None


async def _delete(job: Job) -> None:
    if job.keeps_snapshot:
        job.here.action = Action.SNAPSHOT
        await job.resource.snapshot(job.here)
        await _wait(job)
        job.here.action = Action.DELETE
    await job.resource.delete(job.here)


async def _make(job: Job) -> str | None:
    """Create something, unless an attempt before has done so."""
    if job.rival:
        await job.rival.make_way()
    may_exist = job.is_resumed or job.attempts
    found = await job.resource.find(job.here) if may_exist else None
    return found or await job.resource.create(job.here)


async def _wait(job: Job, tell: Tell | None = None) -> None:
    pause, noted = SHORTEST, dict(job.here.data)
    while (progress := await job.resource.progress(job.here)) is not True:
        if tell and noted != job.here.data:
            # One step of several is done: whoever goes on must know.
            tell(Began(job))
            noted = dict(job.here.data)
        known = progress if isinstance(progress, float) else 0.0
        await _sleep(job, known or pause)
        pause = min(pause * GROWTH, LONGEST)


async def _sleep(job: Job, seconds: float) -> None:
    """Wait for a time, or until the bell rings, where the type listens to it."""
    sleep = job.here.world.clock.sleep(seconds)
    if not (job.resource.takes_signals or job.resource.heeds_signals):
        await sleep
        return
    waits = [asyncio.create_task(one) for one in (sleep, _listen(job.bell))]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for one in waits:
            one.cancel()
    job.bell.clear()


async def _listen(bell: asyncio.Event) -> None:
    await bell.wait()


async def _prepare_again(job: Job, tell: Tell, permit: Permit) -> None:
    """Remove what went wrong, so that it can be made anew."""
    here = job.here
    await here.world.clock.sleep(min(2.0**job.attempts, 30.0) * here.random.uniform(0.5, 1.0))
    if here.action is Action.CREATE and here.physical_id is not None:
        await permit()
        await _remove(job)
        here.physical_id = None
    job.is_begun = False
    tell(Began(job))


async def _remove(job: Job) -> None:
    """Delete what a creation has made, and wait until it is gone: else it would be found again."""
    removal = replace(job, here=replace(job.here, action=Action.DELETE))
    await job.resource.delete(removal.here)
    await _wait(removal)
