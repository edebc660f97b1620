"""Say what of a template is not in the caller's cloud."""

import asyncio
import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from calor.core.errors import CloudError, CloudNotFound, CloudRefused
from calor.engine.lookups import Question
from calor.plugin.cloud import Cloud

LOG = logging.getLogger(__name__)

AT_ONCE: Final = 10
SECONDS: Final = 10.0


@dataclass(frozen=True, slots=True)
class CloudLookups:
    """Asks one caller's cloud; implements `calor.engine.lookups.Lookups`.

    What the cloud cannot be asked in time, and what the caller may not see, is
    believed to be there.
    """

    cloud: Cloud
    seconds: float = SECONDS

    async def problems(self, questions: Collection[Question]) -> Mapping[Question, str]:
        """Return what is wrong with the objects asked for."""
        gate = asyncio.Semaphore(AT_ONCE)
        found: dict[Question, str] = {}
        try:
            async with asyncio.timeout(self.seconds), asyncio.TaskGroup() as group:
                for question in questions:
                    group.create_task(self._ask(question, gate, found))
        except TimeoutError:
            LOG.warning("the cloud took too long to check a template; the rest is believed")
        return found

    async def _ask(
        self, question: Question, gate: asyncio.Semaphore, found: dict[Question, str]
    ) -> None:
        try:
            async with gate:
                await self.cloud.find(*question)
        except CloudNotFound as problem:
            found[question] = str(problem)
        except CloudRefused as problem:
            if problem.status is None:  # the cloud was asked, and the name does not fit
                found[question] = str(problem)
            else:
                _believe(question, problem)
        except CloudError as problem:
            _believe(question, problem)


def _believe(question: Question, problem: CloudError) -> None:
    LOG.warning("%s %s is believed to be there: %s", *question, problem)
