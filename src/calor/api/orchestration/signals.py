"""Tell something to single resources: signals, hooks, and whether they are well."""

from dataclasses import replace
from typing import Any, Final

from calor.api.call import Answer, Call, answer
from calor.api.orchestration.bodies import HealthBody
from calor.api.orchestration.identity import addressed, requester
from calor.api.orchestration.resources import RESOURCE
from calor.api.route import Route
from calor.engine.bell import Bell, heard
from calor.engine.mail import MARK
from calor.store.records import StackRecord

LOOKS, PAUSE = 50, 0.1
"""How often one looks whether an engine has done something, and after how many seconds again."""


async def signal(call: Call) -> Answer:
    """Accept a signal, or let a resource go on that waits at a hook."""
    stack, name = await addressed(call), call.path["resource_name"]
    desk = replace(call.services.desks.resources, requester=requester(call))
    await desk.signal(stack.project, stack.id, name, call.body)
    return answer(None)


async def mark_unhealthy(call: Call) -> Answer:
    """Accept that a resource is ill, or well again."""
    stack, body = await addressed(call), call.body
    desk = replace(call.services.desks.resources, requester=requester(call))
    await desk.mark(
        stack.project,
        stack.id,
        await desk.name_of(stack, call.path["resource_name"]),
        is_healthy=not body.mark_unhealthy,
        reason=body.resource_status_reason,
    )
    await _taken_in(call, stack)
    return answer(None)


async def _taken_in(call: Call, stack: StackRecord) -> None:
    """Wait for an engine to take a mark in, so that whoever looks next sees it; not for long."""
    store, bell = call.services.desks.store, call.services.bell or Bell()
    with bell.listening(stack.root_id) as event:
        for _ in range(LOOKS):
            event.clear()
            if not any(one.kind == MARK for one in await store.commands(stack.root_id)):
                return
            await heard(event, PAUSE)


ROUTES: Final = (
    Route(
        method="POST",
        path=f"{RESOURCE}/signal",
        policy="resource:signal",
        handle=signal,
        summary="Signal a resource, or clear a hook that it waits at.",
        body=dict[str, Any] | None,
    ),
    Route(
        method="PATCH",
        path=RESOURCE,
        policy="resource:mark_unhealthy",
        handle=mark_unhealthy,
        summary="Mark a resource, known by its name or physical id, as ill or well.",
        body=HealthBody,
    ),
)
