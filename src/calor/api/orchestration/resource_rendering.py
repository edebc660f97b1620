"""How resources look to clients."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from calor.api.addresses import part, stack_url
from calor.api.call import Call
from calor.api.orchestration.rendering import Link, time_of
from calor.engine.ledger import UNREMARKABLE
from calor.store.records import ResourceLine, ResourceRecord, StackRecord


class Shown(msgspec.Struct, gc=False):
    """A resource as it stands in lists; with its details, if they were asked for."""

    resource_name: str
    links: list[Link]
    logical_resource_id: str
    creation_time: str | None
    updated_time: str | None
    required_by: list[str]
    resource_status: str
    resource_status_reason: str
    physical_resource_id: str
    resource_type: str
    parent_resource: str | UnsetType = UNSET
    description: str | UnsetType = UNSET
    attributes: dict[str, Any] | UnsetType = UNSET


@dataclass(frozen=True, slots=True)
class Page:
    """A stack whose resources are shown."""

    call: Call
    stack: StackRecord
    users: Mapping[str, list[str]]
    """The names of those that need a resource."""
    children: Mapping[str, StackRecord]
    """The stacks behind resources, by the resource's id."""
    url: str

    @classmethod
    def of(
        cls,
        call: Call,
        stack: StackRecord,
        users: Mapping[str, list[str]],
        children: Mapping[str, StackRecord],
    ) -> "Page":
        """Return the page of a stack."""
        return cls(call, stack, users, children, stack_url(call.url, stack))

    def shown(self, one: ResourceLine | ResourceRecord) -> Shown:
        """Return a resource as it stands in lists."""
        links = [Link(f"{self.url}/resources/{part(one.name)}"), Link(self.url, "stack")]
        child = self.children.get(one.id)
        if child is not None:
            links.append(Link(stack_url(self.call.url, child), "nested"))
        return Shown(
            resource_name=one.name,
            links=links,
            logical_resource_id=one.name,
            creation_time=time_of(one.created_at),
            updated_time=time_of(one.updated_at or one.created_at),
            required_by=self.users.get(one.name, []),
            resource_status=f"{one.action}_{one.status}",
            resource_status_reason=one.reason or UNREMARKABLE,
            physical_resource_id=one.physical_id or "",
            resource_type=one.type,
            parent_resource=self.stack.details.get("parent_resource", UNSET),
        )
