"""Records to write, with everything that a test does not care about filled in."""

from typing import Any
from uuid import uuid4

from calor.core.state import Action, Status
from calor.store.records import (
    Batch,
    CommandRecord,
    EventRecord,
    ResourceRecord,
    StackRecord,
)

NOW = 1_700_000_000.0


def stack(name: str = "web", **given: Any) -> StackRecord:
    identity = given.pop("id", None) or str(uuid4())
    fields: dict[str, Any] = {
        "root_id": identity,
        "project": "demo",
        "action": Action.CREATE,
        "status": Status.IN_PROGRESS,
        "template": "t",
        "environment": "e",
        "files": "f",
        "created_at": NOW,
    }
    return StackRecord(id=identity, name=name, **(fields | given))


def child(parent: StackRecord, name: str, **given: Any) -> StackRecord:
    fields = {"root_id": parent.root_id, "parent_id": parent.id, "depth": parent.depth + 1}
    return stack(name, **(fields | {"project": parent.project} | given))


def resource(owner: StackRecord, name: str = "server", **given: Any) -> ResourceRecord:
    fields: dict[str, Any] = {"id": str(uuid4()), "type": "OS::Nova::Server", "created_at": NOW}
    return ResourceRecord(stack_id=owner.id, root_id=owner.root_id, name=name, **(fields | given))


def event(owner: StackRecord, name: str = "server", **given: Any) -> EventRecord:
    fields: dict[str, Any] = {
        "id": str(uuid4()),
        "resource_type": "OS::Nova::Server",
        "physical_id": None,
        "action": "CREATE",
        "status": Status.COMPLETE,
        "reason": "state changed",
        "created_at": NOW,
    }
    return EventRecord(
        stack_id=owner.id, root_id=owner.root_id, resource_name=name, **(fields | given)
    )


def command(owner: StackRecord, kind: str = "create", **given: Any) -> CommandRecord:
    fields: dict[str, Any] = {"root_id": owner.root_id, "stack_id": owner.id, "created_at": NOW}
    return CommandRecord(kind=kind, **(fields | given))


def request(owner: StackRecord) -> Batch:
    """A new stack and the command to create it."""
    return Batch(new_stacks=(owner,), commands=(command(owner),))
