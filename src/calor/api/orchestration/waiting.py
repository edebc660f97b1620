"""What a stack that is being worked on waits for."""

from typing import Any, Final

from calor.api.call import Answer, Call, answer
from calor.api.orchestration.identity import addressed
from calor.api.orchestration.rendering import time_of
from calor.api.orchestration.stacks import STACK
from calor.api.route import Route
from calor.engine.waits import Unfinished, unfinished

MOST: Final = 50
"""So many of the others that a resource waits for are named."""


async def show(call: Call) -> Answer:
    """Tell for each unfinished resource what it waits for."""
    stack = await addressed(call)
    showing = await call.services.desks.views.showing(stack)
    found = unfinished(showing.tree, showing.stack)
    told = {
        "stack_status": f"{stack.action}_{stack.status}",
        "deadline": time_of(stack.deadline),
        "resources": [_shown(one) for one in found],
    }
    return answer({"waiting": told})


def _shown(one: Unfinished) -> dict[str, Any]:
    row, record = one.row, one.stack.record
    told: dict[str, Any] = {
        "resource_name": one.name,
        "stack_id": record.id,
        "stack_name": record.name,
        "resource_status": f"{row.action}_{row.status}" if row else None,
        "since": time_of(row.updated_at or row.created_at) if row else None,
        "waits_for": [
            {"kind": wait.cause, "name": wait.name, "until": time_of(wait.until)}
            for wait in one.waits[:MOST]
        ],
    }
    if len(one.waits) > MOST:
        told["more"] = len(one.waits) - MOST
    return told


ROUTES: Final = (
    Route(
        method="GET",
        path=f"{STACK}/waiting",
        policy="resource:index",
        handle=show,
        summary="Tell what each unfinished resource of a stack waits for.",
        answers="Kinds: resource, hook, pause, child, cloud, engine.",
    ),
)
