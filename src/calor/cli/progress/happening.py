"""An event of a stack, as followers read it."""

from dataclasses import dataclass
from typing import Any

from calor.client.resources import stack_of
from calor.client.stacks import StackRef

OVER = ("COMPLETE", "FAILED")


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that has happened to a resource, or to a stack as a whole."""

    stack: StackRef
    resource: str
    """The resource; of a stack as a whole, its name."""
    status: str
    """An action and how far it has come: `CREATE_IN_PROGRESS`."""
    reason: str
    physical_id: str
    time: str

    @property
    def is_of_stack(self) -> bool:
        """Whether it is about the stack as a whole."""
        return self.resource == self.stack.name and self.physical_id == self.stack.id

    @property
    def is_over(self) -> bool:
        """Whether nothing is being done any more."""
        return self.status.endswith(OVER)

    @property
    def is_failure(self) -> bool:
        """Whether it has gone wrong."""
        return self.status.endswith("FAILED")


def read_event(event: dict[str, Any], root: StackRef) -> Happening:
    """Return an event as followers read it."""
    return Happening(
        stack=stack_of(event) or root,
        resource=str(event.get("resource_name") or event.get("logical_resource_id") or ""),
        status=str(event.get("resource_status") or ""),
        reason=str(event.get("resource_status_reason") or ""),
        physical_id=str(event.get("physical_resource_id") or ""),
        time=str(event.get("event_time") or ""),
    )
