"""Let a resource type work on one resource as an engine would, without an engine."""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass, field, fields
from random import Random
from typing import Any
from uuid import UUID

from calor.core.state import Action
from calor.engine.here import LiveHere, World
from calor.engine.jobs import Broke, Ended, Job, Outcome, carry_out, look
from calor.plugin.addresses import Addresses
from calor.plugin.cloud import Cloud
from calor.plugin.declaration import name_of
from calor.plugin.resource import Resource, Sibling
from calor.plugin.stack_users import NoStackUsers, StackUsers
from tests.resources.heat.driving import MemoryConfigs, made

RETRIES = 2


@dataclass
class Clock:
    """A clock that nobody waits for."""

    time: float = 1000.0

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.time += seconds


@dataclass
class Work:
    """One resource, over all that is done to it."""

    cloud: Cloud
    kind: type[Resource]
    name: str = "it"
    number: int = 7
    is_resumed: bool = False
    """Whether an engine before may have begun."""
    physical_id: str | None = None
    reference_id: Any = None
    attributes: dict[str, Any] = field(default_factory=dict)
    reads: Collection[tuple[Any, ...]] = ()
    data: dict[str, Any] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)
    metadata: dict[str, Any] = field(default_factory=dict)
    replaces: str | None = None
    resource: Any = None
    configs: MemoryConfigs = field(default_factory=MemoryConfigs)
    users: StackUsers = field(default_factory=NoStackUsers)
    addresses: Addresses = field(default_factory=Addresses)
    keeps_snapshot: bool = False
    siblings: dict[str, Sibling] = field(default_factory=dict)
    """The resources of the stack, its own too, by their references."""
    clock: Clock = field(default_factory=Clock)

    def create(self, **given: Any) -> "Work":
        """Create it, and raise what went wrong."""
        self.resource = made(self.kind, **given)
        return self._do(Action.CREATE)

    def update(self, **given: Any) -> "Work":
        """Give it other properties; `ReplaceResource` and the like are raised."""
        before, self.resource = self.resource, made(self.kind, **given)
        return self._do(Action.UPDATE, before, changed_names(before, self.resource))

    def suspend(self) -> "Work":
        """Suspend it."""
        return self._do(Action.SUSPEND)

    def resume(self) -> "Work":
        """Resume it."""
        return self._do(Action.RESUME)

    def snapshot(self) -> "Work":
        """Copy what is in it."""
        return self._do(Action.SNAPSHOT)

    def check(self) -> "Work":
        """Look whether it is sound."""
        return self._do(Action.CHECK)

    def delete(self) -> "Work":
        """Delete it."""
        return self._do(Action.DELETE)

    def again(self) -> "Work":
        """Go on as another engine that knows only what was saved."""
        self.is_resumed = True
        return self

    def attribute(self, name: str) -> Any:
        """Read an attribute, of whatever kind."""
        here = self.here(Action.CHECK)
        here.reads = [(name,)]
        return asyncio.run(look(self.resource, here)).get(name)

    def _do(self, action: Action, before: Any = None, names: Collection[str] = ()) -> "Work":
        here = self.here(action)
        job = Job(
            stack_id="s",
            node="n",
            row_id="r",
            traversal=1,
            resource=self.resource,
            here=here,
            before=before,
            changed=frozenset(names),
            is_resumed=self.is_resumed,
            keeps_snapshot=self.keeps_snapshot,
        )
        told: list[Outcome] = []
        asyncio.run(carry_out(job, told.append, RETRIES, permit))
        self.physical_id, self.data = here.physical_id, dict(here.data)
        self.secrets, self.metadata = dict(here.secrets), dict(here.metadata)
        last = told[-1]
        if isinstance(last, Broke):
            raise last.error
        assert isinstance(last, Ended)
        self.attributes, self.reference_id = dict(last.attributes), last.reference_id
        return self

    def here(self, action: Action, cloud: Cloud | None = None) -> LiveHere:
        """Return the resource as its type sees it during an action."""
        world = World(
            self.clock,
            Random(1),
            self.configs,
            cloud or self.cloud,
            self.users,
            addresses=self.addresses,
        )
        return LiveHere(
            world=world,
            id=str(UUID(int=self.number << 64, version=4)),
            name=self.name,
            stack_name="stack",
            stack_id="stack-id",
            project="project",
            physical_id=self.physical_id,
            replaces=self.replaces,
            action=action,
            created_at=1000.0,
            started_at=self.clock.now(),
            data=dict(self.data),
            secrets=dict(self.secrets),
            metadata=dict(self.metadata),
            find_sibling=self.siblings.get,
            reads=self.reads,
        )


def changed_names(before: Resource, after: Resource) -> set[str]:
    """Return the properties in which two resources differ."""
    return {
        name_of(one)
        for one in fields(after)
        if getattr(before, one.name) != getattr(after, one.name)
    }


async def permit() -> None:
    """Permit everything."""
