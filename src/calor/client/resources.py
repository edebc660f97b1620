"""What can be asked about resources."""

from dataclasses import dataclass
from typing import Any

from calor.client.decoding import maps_in
from calor.client.session import Session
from calor.client.stacks import StackRef


@dataclass(frozen=True, slots=True)
class Resources:
    """The resources of stacks."""

    session: Session

    def listed(self, ref: StackRef, **query: Any) -> list[dict[str, Any]]:
        """Return the resources of a stack, with `nested_depth` those of its children, too."""
        return self.session.many(ref.path("resources"), "resources", query=query)

    def show(self, ref: StackRef, name: str) -> dict[str, Any]:
        """Return a resource with its attributes."""
        return self.session.one("GET", ref.path("resources", name), "resource")

    def metadata(self, ref: StackRef, name: str) -> Any:
        """Return the metadata of a resource."""
        return self.session.part("GET", ref.path("resources", name, "metadata"), "metadata")

    def signal(self, ref: StackRef, name: str, data: Any) -> None:
        """Send a signal to a resource."""
        self.session.call("POST", ref.path("resources", name, "signal"), body=data)

    def mark(self, ref: StackRef, name: str, *, unhealthy: bool, reason: str) -> None:
        """Say that a resource is to be replaced with the next update, or that it is well."""
        body = {"mark_unhealthy": unhealthy, "resource_status_reason": reason}
        self.session.call("PATCH", ref.path("resources", name), body=body)


def stack_of(item: dict[str, Any], rel: str = "stack") -> StackRef | None:
    """Return the stack that a resource or an event links to: its own, or its `nested` child."""
    for link in maps_in(item.get("links")):
        if link.get("rel") == rel:
            parts = str(link.get("href")).partition("/stacks/")[2].split("/")
            if len(parts) > 1:
                return StackRef(parts[0], parts[1].partition("?")[0])
    return None
