"""Stacks as documents: hand them over, or let go of them."""

from dataclasses import replace
from typing import Final

from calor.api.call import Answer, Call, answer
from calor.api.orchestration.identity import addressed, requester
from calor.api.orchestration.stacks import STACK
from calor.api.route import Route
from calor.core.errors import NotSupported


async def export(call: Call) -> Answer:
    """Give a stack as a document."""
    _refuse(call)
    stack = await addressed(call)
    return answer(await call.services.desks.exports.export(stack.project, stack.id))


async def abandon(call: Call) -> Answer:
    """Give a stack as a document and forget it, but leave alone what it stands for."""
    _refuse(call)
    stack = await addressed(call)
    desk = replace(call.services.desks.exports, requester=requester(call))
    return answer(await desk.abandon(stack.project, stack.id))


def _refuse(call: Call) -> None:
    if not call.services.settings.allow_abandon:
        raise NotSupported("Stack Abandon is not supported: enable_stack_abandon is off")


ROUTES: Final = (
    Route(
        method="GET",
        path=f"{STACK}/export",
        policy="stacks:export",
        handle=export,
        summary="Give a stack as a document that can be adopted.",
    ),
    Route(
        method="DELETE",
        path=f"{STACK}/abandon",
        policy="stacks:abandon",
        handle=abandon,
        summary="Forget a stack, and leave alone what it stands for.",
    ),
)
