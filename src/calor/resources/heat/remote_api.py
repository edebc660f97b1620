"""The orchestration API as a resource uses it that stands for a stack elsewhere."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from calor.core.errors import ResourceFailed
from calor.core.state import Action
from calor.core.values import Value
from calor.plugin.cloud import Request
from calor.plugin.resource import Here

VERBS: Final = {Action.SUSPEND: "suspend", Action.RESUME: "resume", Action.CHECK: "check"}


@dataclass(frozen=True, slots=True)
class RemoteApi:
    """The API of a region, seen by one resource."""

    here: Here
    region: str | None

    @property
    def path(self) -> str:
        """The way to the resource's stack."""
        return f"/stacks/{self.here.physical_name()}/{self.here.physical_id}"

    async def send(self, method: str, path: str, body: Value = None, **query: str) -> Any:
        """Send a request and return what was answered."""
        request = Request(
            service="orchestration",
            method=method,
            path=path,
            body=body,
            query=query,
            region=self.region,
        )
        return (await self.here.cloud.send(request)).body

    async def stack(self) -> Mapping[str, Any]:
        """Return the stack as it is now."""
        stack: Mapping[str, Any] = (await self.send("GET", self.path))["stack"]
        return stack

    async def act(self) -> None:
        """Begin to do to the stack what is being done to the resource."""
        if self.here.physical_id is None:
            raise ResourceFailed(f"{self.here.name} has no stack")
        await self.remember()
        await self.send("POST", f"{self.path}/actions", {VERBS[self.here.action]: None})

    async def remember(self) -> None:
        """Keep how the stack was before, lest that be taken for what it is to become."""
        if self.here.data.get("since") != self.here.started_at:
            before = _state(await self.stack())
            self.here.data.update(since=self.here.started_at, before=before)


def is_as_before(here: Here, stack: Mapping[str, Any]) -> bool:
    """Return whether an action has not begun yet, though the one before was of the same kind."""
    is_known = here.data.get("since") == here.started_at
    return is_known and here.data.get("before") == _state(stack)


def _state(stack: Mapping[str, Any]) -> list[Value]:
    return [stack["stack_status"], stack.get("updated_time")]
