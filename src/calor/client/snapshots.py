"""What can be asked about snapshots."""

from dataclasses import dataclass
from typing import Any

from calor.client.decoding import as_map
from calor.client.session import Session
from calor.client.stacks import StackRef


@dataclass(frozen=True, slots=True)
class Snapshots:
    """The snapshots of stacks."""

    session: Session

    def take(self, ref: StackRef, name: str | None) -> dict[str, Any]:
        """Begin a snapshot, and return it."""
        body = {} if name is None else {"name": name}
        return _unwrapped(self.session.call("POST", ref.path("snapshots"), body=body))

    def listed(self, ref: StackRef) -> list[dict[str, Any]]:
        """Return the snapshots of a stack."""
        return self.session.many(ref.path("snapshots"), "snapshots")

    def show(self, ref: StackRef, snapshot_id: str) -> dict[str, Any]:
        """Return a snapshot."""
        return _unwrapped(self.session.call("GET", ref.path("snapshots", snapshot_id)))

    def delete(self, ref: StackRef, snapshot_id: str) -> None:
        """Delete a snapshot."""
        self.session.call("DELETE", ref.path("snapshots", snapshot_id))

    def restore(self, ref: StackRef, snapshot_id: str) -> None:
        """Have a stack become what it was."""
        self.session.call("POST", ref.path("snapshots", snapshot_id, "restore"))


def _unwrapped(shown: Any) -> dict[str, Any]:
    return as_map(as_map(shown).get("snapshot")) or as_map(shown)
