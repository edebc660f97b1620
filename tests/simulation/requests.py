"""What users ask for in a simulation, as values that can be repeated."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import yaml

from calor.core.errors import CalorError
from calor.core.state import Action
from calor.engine.service import Order
from tests.simulation.world import PROJECT, World

NAME = "sim"
VERSION = 'heat_template_version: "2021-04-16"\n'


@dataclass(frozen=True)
class Ask:
    """One request: an action, what it is given, and how long to wait before it is sent."""

    verb: str
    template: str | Mapping[str, Any] = ""
    files: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    rollback: bool = False
    after: float | None = None
    """Seconds after the request before; none waits until that has come to its end."""
    timeout_mins: int | None = None
    resource: str = ""
    """Whom a signal is for."""
    details: Mapping[str, Any] | None = None
    may_be_refused: bool = False

    def order(self) -> Order:
        """Return what create and update are given."""
        given = self.template
        return Order(
            template=_read(given) if isinstance(given, str) else given,
            environment={"parameters": dict(self.parameters)} if self.parameters else {},
            files={name: VERSION + text for name, text in self.files.items()},
            disable_rollback=not self.rollback,
            timeout_mins=self.timeout_mins,
        )


@lru_cache
def _read(text: str) -> Any:
    return yaml.safe_load(VERSION + text)


ACTIONS = {
    "delete": Action.DELETE,
    "suspend": Action.SUSPEND,
    "resume": Action.RESUME,
    "check": Action.CHECK,
}


def root_id(world: World) -> str:
    """Return the id of the stack that the requests are about."""
    return next(one.id for one in world.memory.stacks.values() if one.parent_id is None)


async def ask(world: World, request: Ask) -> None:
    """Send a request."""
    world.tell(f"a user asks: {request.verb}")
    try:
        await _send(world, request)
    except CalorError as problem:
        if not request.may_be_refused:
            raise
        world.tell(f"it is refused: {problem}")


async def _send(world: World, request: Ask) -> None:
    stacks = world.stacks
    match request.verb:
        case "create":
            await stacks.create(PROJECT, NAME, request.order())
        case "update":
            await stacks.update(PROJECT, root_id(world), request.order())
        case "cancel":
            await stacks.cancel(PROJECT, root_id(world))
        case "stop":
            await stacks.cancel(PROJECT, root_id(world), rollback=False)
        case "signal":
            name, details = request.resource, request.details
            await world.resources.signal(PROJECT, root_id(world), name, details)
        case verb:
            await stacks.act(PROJECT, root_id(world), ACTIONS[verb])
