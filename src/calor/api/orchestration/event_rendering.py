"""How events look to clients."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from calor.api.addresses import stack_url
from calor.api.orchestration.rendering import link, time_of
from calor.store.records import EventRecord, StackRecord


@dataclass(frozen=True, slots=True)
class Events:
    """Events of some stacks that are shown."""

    url: str
    """The service's address."""
    stacks: Mapping[str, StackRecord]
    root: StackRecord | None = None
    """Where the root is linked to."""
    _urls: dict[str, str] = field(default_factory=dict)

    def summary(self, event: EventRecord) -> dict[str, Any]:
        """Return an event as it stands in lists."""
        stack = self._url(event.stack_id)
        resource = f"{stack}/resources/{quote(event.resource_name, safe='')}"
        links = [
            {"href": f"{resource}/events/{event.id}", "rel": "self"},
            {"href": resource, "rel": "resource"},
            {"href": stack, "rel": "stack"},
        ]
        if self.root is not None:
            links.append(link(self._url(self.root.id), "root_stack"))
        return {
            "resource_name": event.resource_name,
            "event_time": time_of(event.created_at),
            "links": links,
            "logical_resource_id": event.resource_name,
            "resource_status": f"{event.action}_{event.status}",
            "resource_status_reason": event.reason,
            "physical_resource_id": event.physical_id,
            "id": event.id,
        }

    def detailed(self, event: EventRecord) -> dict[str, Any]:
        """Return an event with all that is known of it."""
        more = {"resource_type": event.resource_type, "resource_properties": event.properties}
        return self.summary(event) | more

    def _url(self, stack_id: str) -> str:
        if stack_id not in self._urls:
            self._urls[stack_id] = stack_url(self.url, self.stacks[stack_id])
        return self._urls[stack_id]
