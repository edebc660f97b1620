"""A stack as a document: what is exported, what a snapshot keeps, what can be adopted.

Resources that are stacks of their own carry the document of their stack.
"""

from typing import Any

from calor.core.state import Action, Status
from calor.engine.stack import LiveStack
from calor.engine.tree import LiveTree
from calor.store.records import ResourceRecord, SnapshotRecord


def document_of(tree: LiveTree, stack: LiveStack, *, with_secrets: bool = True) -> dict[str, Any]:
    """Return a stack with everything that is needed to adopt it elsewhere."""
    record = stack.record
    return {
        "name": record.name,
        "id": record.id,
        "action": record.action,
        "status": record.status,
        "project_id": record.project,
        "stack_user_project_id": record.details.get("user_project"),
        "tags": list(record.tags),
        "template": tree.library.value(record.template),
        "environment": tree.library.value(record.environment),
        "files": tree.library.value(record.files),
        "resources": _resources(tree, stack, with_secrets=with_secrets),
    }


def _resources(tree: LiveTree, stack: LiveStack, *, with_secrets: bool) -> dict[str, Any]:
    rows = (stack.row(name) for name in stack.goal.resources)
    return {
        row.name: _resource(tree, row, with_secrets=with_secrets) for row in rows if row is not None
    }


def _resource(tree: LiveTree, row: ResourceRecord, *, with_secrets: bool) -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": row.name,
        "type": row.type,
        "action": row.action,
        "status": row.status,
        "resource_id": row.physical_id,
        "resource_data": dict(row.notes.get("data", {})),
        "metadata": dict(row.metadata),
    }
    if with_secrets and (secrets := tree.secrets.get(row.id)):
        told["resource_secrets"] = dict(secrets)
    child = tree.child_of(row.id)
    if child is not None:
        # Files are those of the root, and there is no need to repeat them.
        nested = document_of(tree, child, with_secrets=with_secrets)
        told |= {key: nested[key] for key in ("template", "environment", "resources")}
    return told


def settle_snapshots(tree: LiveTree, stack: LiveStack) -> None:
    """Keep the snapshot that a stack was asked for; a stack that is gone has none."""
    record = stack.record
    if record.deleted_at is not None:
        tree.ledger.gone_snapshots += record.details.get("snapshots", ())
    elif record.action is Action.SNAPSHOT and (taken := _snapshot(tree, stack)):
        tree.ledger.snapshots.append(taken)


def _snapshot(tree: LiveTree, stack: LiveStack) -> SnapshotRecord | None:
    asked = stack.record.details.get("snapshot")
    if not asked:
        return None
    is_good = stack.record.status is Status.COMPLETE
    return SnapshotRecord(
        id=asked["id"],
        stack_id=stack.record.id,
        name=asked["name"],
        status=stack.record.status,
        reason=stack.record.reason,
        data=document_of(tree, stack, with_secrets=False) if is_good else {},
        created_at=asked["created_at"],
    )
