"""What can be done to a stack without a new template."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from calor.api.call import Answer, Call, answer
from calor.api.faults import BadRequest
from calor.api.orchestration.bodies import ActionBody
from calor.api.orchestration.identity import addressed, requester
from calor.api.orchestration.stacks import STACK
from calor.api.route import Route
from calor.core.state import Action

WALKS: Final[Mapping[str, Action]] = {
    "suspend": Action.SUSPEND,
    "resume": Action.RESUME,
    "check": Action.CHECK,
}


async def act(call: Call) -> Answer:
    """Accept an action."""
    given = call.body.given()
    if len(given) != 1:
        names = ", ".join(ActionBody.__struct_fields__)
        raise BadRequest(f"name exactly one of {names}, not {len(given)}")
    call.enforce(f"actions:{given[0]}")
    stack = await addressed(call)
    desk = replace(call.services.desks.stacks, requester=requester(call))
    if given[0] in WALKS:
        await desk.act(stack.project, stack.id, WALKS[given[0]])
    else:
        rollback = given[0] == "cancel_update"
        await desk.cancel(stack.project, stack.id, rollback=rollback)
    return answer(None)


ROUTES: Final = (
    Route(
        method="POST",
        path=f"{STACK}/actions",
        policy="",
        rules=tuple(f"actions:{name}" for name in ActionBody.__struct_fields__),
        handle=act,
        summary="Suspend, resume or check a stack, or cancel what is being done to it.",
        body=ActionBody,
    ),
)
