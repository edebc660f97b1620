"""Carry out one signal on one resource.

Like a job, a delivery only talks to the resource's type and reports; what it
reports is saved by the runner, together with the fact that the signal's command
is done.  Until then the command waits in the mailbox, and whoever takes the tree
over carries it out.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from calor.core.errors import CalorError
from calor.core.values import Value
from calor.engine.here import LiveHere
from calor.engine.jobs import Permit
from calor.plugin.resource import Resource
from calor.store.records import CommandRecord

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """A signal on its way to a resource."""

    command: CommandRecord
    row_id: str
    resource: Resource
    here: LiveHere
    data: Mapping[str, Value]
    """What the resource remembered before."""

    @property
    def details(self) -> Mapping[str, Any] | None:
        """Return what the signal says."""
        details: Mapping[str, Any] | None = self.command.body.get("details")
        return details


@dataclass(frozen=True, slots=True)
class Delivered:
    """A signal was carried out, or could not be."""

    delivery: Delivery
    result: str | None = None
    error: CalorError | None = None


Tell: TypeAlias = Callable[[Delivered], None]


async def deliver(delivery: Delivery, tell: Tell, permit: Permit) -> None:
    """Have a signal carried out and tell how it went."""
    try:
        await permit()
        result = await delivery.resource.signal(delivery.here, delivery.details)
    except CalorError as problem:
        tell(Delivered(delivery, error=problem))
    except Exception as problem:
        LOG.exception("signal to %s", delivery.here.name)
        tell(Delivered(delivery, error=CalorError(f"{type(problem).__name__}: {problem}")))
    else:
        tell(Delivered(delivery, result))
