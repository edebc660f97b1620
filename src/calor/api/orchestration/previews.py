"""What would become of a stack."""

from dataclasses import replace
from typing import Final

from calor.api.call import Answer, Call, answer
from calor.api.faults import BadRequest
from calor.api.orchestration.bodies import ChangedStackBody, NewStackBody
from calor.api.orchestration.identity import addressed, requester
from calor.api.orchestration.ordering import order_of
from calor.api.orchestration.raw import Raw
from calor.api.orchestration.rendering import detailed
from calor.api.orchestration.stacks import STACK, new_name
from calor.api.query import Query
from calor.api.route import Route
from calor.engine.previews import Forecast, Previews

UNDECIDED: Final = ("stack_status", "stack_status_reason")


def _desk(call: Call) -> Previews:
    return replace(call.services.desks.previews, requester=requester(call))


async def preview(call: Call) -> Answer:
    """Tell what a new stack would be."""
    name, order = new_name(call.body), await order_of(call, call.body)
    if order.template is None:
        raise BadRequest("a stack needs a template: template or template_url")
    forecast = await _desk(call).preview_new(call.project, name, order)
    shown = detailed(call, forecast.record, forecast.reading())
    for key in UNDECIDED:
        del shown[key]
    return answer({"stack": shown | {"resources": Raw.of(forecast).resources()}})


async def preview_update(call: Call) -> Answer:
    """Tell what an update would do."""
    if call.body.existing:
        return await preview_update_patch(call)
    stack, order = await addressed(call), await order_of(call, call.body)
    if order.template is None:
        raise BadRequest("an update needs a template: template or template_url")
    return _changes(call, await _desk(call).preview_update(stack.project, stack.id, order))


async def preview_update_patch(call: Call) -> Answer:
    """Tell what an update would do that names only what is to differ."""
    stack, order = await addressed(call), await order_of(call, call.body)
    clear = call.body.clear_parameters or ()
    return _changes(call, await _desk(call).preview_patch(stack.project, stack.id, order, clear))


def _changes(call: Call, forecast: Forecast) -> Answer:
    raw = Raw.of(forecast)
    changes = raw.changes(nested=call.query.get("show_nested", False))
    return answer({"resource_changes": changes, "plan": raw.plan()})


NESTED: Final = (Query("show_nested", "Whether resources of child stacks are told, too.", bool),)
PLAN: Final = "The key `plan` tells what becomes of each property, and why."

ROUTES: Final = (
    Route(
        method="POST",
        path="/v1/{project}/stacks/preview",
        policy="stacks:preview",
        handle=preview,
        summary="Tell what a new stack would be.",
        body=NewStackBody,
    ),
    Route(
        method="PUT",
        path=f"{STACK}/preview",
        policy="stacks:preview_update",
        handle=preview_update,
        summary="Tell what an update would do.",
        query=NESTED,
        body=ChangedStackBody,
        answers=PLAN,
    ),
    Route(
        method="PATCH",
        path=f"{STACK}/preview",
        policy="stacks:preview_update_patch",
        handle=preview_update_patch,
        summary="Tell what an update would do that names only what is to differ.",
        query=NESTED,
        body=ChangedStackBody,
        answers=PLAN,
    ),
)
