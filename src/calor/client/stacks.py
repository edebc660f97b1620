"""What can be asked about stacks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from calor.client.decoding import as_map, maps_in
from calor.client.faults import Refused
from calor.client.paging import pages
from calor.client.session import Session, joined


@dataclass(frozen=True, slots=True)
class StackRef:
    """A stack by both its names, as paths need it."""

    name: str
    id: str

    def path(self, *parts: str) -> str:
        """Return the path of the stack, or of something below it."""
        return joined("stacks", self.name, self.id, *parts)


def ref_of(stack: Mapping[str, Any]) -> StackRef:
    """Return the names of a stack as it is listed or shown."""
    return StackRef(str(stack.get("stack_name")), str(stack.get("id")))


@dataclass(frozen=True, slots=True)
class Stacks:
    """Stacks as a whole."""

    session: Session

    def listed(self, *, most: int | None = None, **query: Any) -> Iterator[dict[str, Any]]:
        """Yield stacks, newest first."""
        return pages(self.session, "/stacks", "stacks", query=query, most=most)

    def find(self, name: str, *, outputs: bool = False) -> dict[str, Any]:
        """Return a stack by its name or its id."""
        path = joined("stacks", name)
        return self.session.one("GET", path, "stack", query={"resolve_outputs": outputs})

    def find_or_none(self, name: str) -> dict[str, Any] | None:
        """Return a stack that is not deleted, if there is one of this name."""
        try:
            return self.find(name)
        except Refused as problem:
            if problem.status != HTTPStatus.NOT_FOUND:
                raise
            return None

    def show(self, ref: StackRef, *, outputs: bool = False) -> dict[str, Any]:
        """Return a stack."""
        return self.session.one("GET", ref.path(), "stack", query={"resolve_outputs": outputs})

    def create(self, body: Mapping[str, Any]) -> StackRef:
        """Make a stack, and return its names."""
        made = self.session.one("POST", "/stacks", "stack", body=body)
        return StackRef(str(body["stack_name"]), str(made.get("id")))

    def preview(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the stack that would be made."""
        return self.session.one("POST", "/stacks/preview", "stack", body=body)

    def update(self, ref: StackRef, body: Mapping[str, Any]) -> None:
        """Have a stack become something else."""
        self.session.call("PUT", ref.path(), body=body)

    def preview_update(self, ref: StackRef, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return what an update would do."""
        query = {"show_nested": True}
        return as_map(self.session.call("PUT", ref.path("preview"), query=query, body=body))

    def delete(self, ref: StackRef) -> None:
        """Have a stack deleted."""
        self.session.call("DELETE", ref.path())

    def abandon(self, ref: StackRef) -> dict[str, Any]:
        """Forget a stack but not its resources; return all that was known of it."""
        return as_map(self.session.call("DELETE", ref.path("abandon")))

    def act(self, ref: StackRef, action: str) -> None:
        """Suspend, resume, check or cancel."""
        self.session.call("POST", ref.path("actions"), body={action: None})

    def outputs(self, ref: StackRef) -> list[dict[str, Any]]:
        """Return the outputs with their values."""
        return maps_in(self.show(ref, outputs=True).get("outputs"))

    def output(self, ref: StackRef, key: str) -> dict[str, Any]:
        """Return one output."""
        return self.session.one("GET", ref.path("outputs", key), "output")

    def waiting(self, ref: StackRef) -> list[dict[str, Any]]:
        """Return what each unfinished resource waits for."""
        found = self.session.one("GET", ref.path("waiting"), "waiting")
        return maps_in(found.get("resources"))
