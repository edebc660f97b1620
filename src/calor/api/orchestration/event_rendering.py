"""How events look to clients."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from calor.api.addresses import part, stack_url
from calor.api.orchestration.rendering import Link, time_of
from calor.store.records import EventRecord, StackRecord

MOST_LINES: Final = 8192
_LINES: Final[dict[tuple[str, str, bool], msgspec.Raw]] = {}
_ENCODER: Final = msgspec.json.Encoder()


class Shown(msgspec.Struct, gc=False):
    """An event as it stands in lists; with its details, if they were asked for."""

    resource_name: str
    event_time: str | None
    links: list[Link]
    logical_resource_id: str
    resource_status: str
    resource_status_reason: str
    physical_resource_id: str | None
    id: str
    resource_type: str | UnsetType = UNSET
    resource_properties: Mapping[str, Any] | UnsetType = UNSET
    stack_id: str | UnsetType = UNSET
    stack_name: str | UnsetType = UNSET


@dataclass(frozen=True, slots=True)
class Events:
    """Events of some stacks that are shown."""

    url: str
    """The service's address."""
    stacks: Mapping[str, StackRecord]
    root: StackRecord | None = None
    """Where the root is linked to."""
    _urls: dict[str, str] = field(default_factory=dict)

    def shown(self, event: EventRecord) -> Shown:
        """Return an event as it stands in lists."""
        stack = self._url(event.stack_id)
        resource = f"{stack}/resources/{part(event.resource_name)}"
        links = [
            Link(f"{resource}/events/{event.id}"),
            Link(resource, "resource"),
            Link(stack, "stack"),
        ]
        if self.root is not None:
            links.append(Link(self._url(self.root.id), "root_stack"))
        return Shown(
            resource_name=event.resource_name,
            event_time=time_of(event.created_at),
            links=links,
            logical_resource_id=event.resource_name,
            resource_status=f"{event.action}_{event.status}",
            resource_status_reason=event.reason,
            physical_resource_id=event.physical_id,
            id=event.id,
        )

    def line(self, event: EventRecord) -> msgspec.Raw:
        """Return an event as it stands in lists, encoded; what never changes is encoded once."""
        key = (self.url, event.id, self.root is not None)
        known = _LINES.get(key)
        if known is None:
            if len(_LINES) >= MOST_LINES:
                _LINES.clear()
            known = _LINES[key] = msgspec.Raw(_ENCODER.encode(self.shown(event)))
        return known

    def detailed(self, event: EventRecord) -> Shown:
        """Return an event with all that is known of it."""
        shown = self.shown(event)
        shown.resource_type, shown.resource_properties = event.resource_type, event.properties
        return shown

    def _url(self, stack_id: str) -> str:
        if stack_id not in self._urls:
            self._urls[stack_id] = stack_url(self.url, self.stacks[stack_id])
        return self._urls[stack_id]
