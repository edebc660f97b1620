"""How resources look to clients."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from calor.api.addresses import stack_url
from calor.api.call import Call
from calor.api.orchestration.rendering import link, time_of
from calor.engine.ledger import UNREMARKABLE
from calor.store.records import ResourceLine, ResourceRecord, StackRecord


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

    def shown(self, one: ResourceLine | ResourceRecord) -> dict[str, Any]:
        """Return a resource as it stands in lists."""
        links = [
            {"href": f"{self.url}/resources/{quote(one.name, safe='')}", "rel": "self"},
            {"href": self.url, "rel": "stack"},
        ]
        child = self.children.get(one.id)
        if child is not None:
            links.append(link(stack_url(self.call.url, child), "nested"))
        told = {
            "resource_name": one.name,
            "links": links,
            "logical_resource_id": one.name,
            "creation_time": time_of(one.created_at),
            "updated_time": time_of(one.updated_at or one.created_at),
            "required_by": self.users.get(one.name, []),
            "resource_status": f"{one.action}_{one.status}",
            "resource_status_reason": one.reason or UNREMARKABLE,
            "physical_resource_id": one.physical_id or "",
            "resource_type": one.type,
        }
        if (parent := self.stack.details.get("parent_resource")) is not None:
            told["parent_resource"] = parent
        return told
