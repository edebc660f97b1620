"""Let engines die at every request, before it is sent or after it was carried out."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from calor.core.errors import CloudNotFound
from calor.core.state import Action
from calor.engine.jobs import Began, Broke, Ended, Job, Outcome, carry_out
from calor.plugin.cloud import Reply, Request
from tests.resources.work import RETRIES, Work, changed_names, permit


class Crash(BaseException):
    """The engine is dead."""


@dataclass
class Fragile:
    """A cloud in whose midst the engine dies once."""

    cloud: Any
    at: int
    """The number of the request at which it dies."""
    is_after: bool
    count: int = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.cloud, name)

    async def send(self, request: Request) -> Reply:
        self.count += request.method != "GET"
        is_now = self.count == self.at and request.method != "GET"
        if is_now and not self.is_after:
            raise Crash
        try:
            reply: Reply = await self.cloud.send(request)
        except CloudNotFound:
            if is_now:
                raise Crash from None
            raise
        if is_now:
            raise Crash
        return reply


@dataclass
class Saved:
    """What an engine has written down of a resource."""

    physical_id: str | None = None
    is_begun: bool = False
    data: dict[str, Any] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)
    metadata: dict[str, Any] = field(default_factory=dict)


def survive(work: Work, action: Action, wanted: Any, at: int, *, is_after: bool) -> bool:
    """Do something to a resource while an engine dies; return whether it came to that."""
    before, work.resource = work.resource, wanted
    saved = Saved(work.physical_id, False, work.data, work.secrets, work.metadata)
    fragile = Fragile(work.cloud, at, is_after)
    told: list[Outcome] = []
    for is_resumed in (False, True):
        work.physical_id, work.data = saved.physical_id, saved.data
        work.secrets, work.metadata = saved.secrets, saved.metadata
        told.clear()
        here = work.here(action, fragile)
        job = Job(
            stack_id="s",
            node="n",
            row_id="r",
            traversal=1,
            resource=wanted,
            here=here,
            before=before,
            changed=frozenset(changed_names(before, wanted)) if before else frozenset(),
            is_begun=saved.is_begun,
            is_resumed=is_resumed,
        )
        try:
            asyncio.run(carry_out(job, lambda one: _note(one, told, saved), RETRIES, permit))
        except Crash:
            fragile.at = -1
            continue
        if isinstance(told[-1], Broke):
            raise told[-1].error
        assert isinstance(told[-1], Ended)
        work.physical_id, work.data = here.physical_id, dict(here.data)
        break
    return fragile.at == -1


def _note(outcome: Outcome, told: list[Outcome], saved: Saved) -> None:
    told.append(outcome)
    if isinstance(outcome, Began):
        here = outcome.job.here
        saved.physical_id, saved.is_begun = here.physical_id, outcome.job.is_begun
        saved.data, saved.secrets = dict(here.data), dict(here.secrets)
        saved.metadata = dict(here.metadata)
