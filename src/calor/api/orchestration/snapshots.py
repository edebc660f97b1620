"""Snapshots: take them, look at them, go back to them."""

from dataclasses import replace
from typing import Any, Final

from calor.api.call import Answer, Call, answer, empty
from calor.api.orchestration.bodies import SnapshotBody
from calor.api.orchestration.identity import addressed, requester
from calor.api.orchestration.rendering import time_of
from calor.api.orchestration.secrecy import without_hidden
from calor.api.orchestration.stacks import STACK
from calor.api.route import Route
from calor.core.state import Action
from calor.store.records import SnapshotRecord

SNAPSHOT: Final = f"{STACK}/snapshots/{{snapshot_id}}"


def _shown(one: SnapshotRecord) -> dict[str, Any]:
    return {
        "id": one.id,
        "name": one.name,
        "action": Action.SNAPSHOT,
        "status": one.status,
        "status_reason": one.reason,
        "data": without_hidden(one.data) if one.data else None,
        "creation_time": time_of(one.created_at),
    }


async def take(call: Call) -> Answer:
    """Accept a snapshot."""
    stack = await addressed(call)
    desk = replace(call.services.desks.snapshots, requester=requester(call))
    snapshot_id = await desk.take(stack.project, stack.id, call.body.name)
    return answer(_shown(await desk.find(stack.id, snapshot_id)))


async def index(call: Call) -> Answer:
    """List snapshots."""
    stack = await addressed(call)
    found = await call.services.desks.store.snapshots(stack.id)
    return answer({"snapshots": [_shown(one) for one in found]})


async def show(call: Call) -> Answer:
    """Show a snapshot."""
    stack = await addressed(call)
    found = await call.services.desks.snapshots.find(stack.id, call.path["snapshot_id"])
    return answer({"snapshot": _shown(found)})


async def delete(call: Call) -> Answer:
    """Delete a snapshot."""
    stack = await addressed(call)
    desk = replace(call.services.desks.snapshots, requester=requester(call))
    await desk.delete(stack.project, stack.id, call.path["snapshot_id"])
    return empty(204)


async def restore(call: Call) -> Answer:
    """Accept that a stack becomes what it was."""
    stack = await addressed(call)
    desk = replace(call.services.desks.snapshots, requester=requester(call))
    await desk.restore(stack.project, stack.id, call.path["snapshot_id"])
    return empty(202)


ROUTES: Final = (
    Route(
        method="POST",
        path=f"{STACK}/snapshots",
        policy="stacks:snapshot",
        handle=take,
        summary="Take a snapshot of a stack.",
        body=SnapshotBody,
    ),
    Route(
        method="GET",
        path=f"{STACK}/snapshots",
        policy="stacks:list_snapshots",
        handle=index,
        summary="List the snapshots of a stack.",
    ),
    Route(
        method="GET",
        path=SNAPSHOT,
        policy="stacks:show_snapshot",
        handle=show,
        summary="Show a snapshot.",
    ),
    Route(
        method="DELETE",
        path=SNAPSHOT,
        policy="stacks:delete_snapshot",
        handle=delete,
        summary="Delete a snapshot.",
        success=204,
    ),
    Route(
        method="POST",
        path=f"{SNAPSHOT}/restore",
        policy="stacks:restore_snapshot",
        handle=restore,
        summary="Make a stack what it was when a snapshot was taken.",
        success=202,
    ),
)
