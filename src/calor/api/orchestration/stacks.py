"""Stacks: make them, show them, change them, delete them."""

from dataclasses import replace
from typing import Final

from calor.api.addresses import stack_url
from calor.api.call import Answer, Call, answer, empty
from calor.api.faults import BadRequest
from calor.api.orchestration.bodies import ChangedStackBody, NewStackBody
from calor.api.orchestration.identity import addressed, requester
from calor.api.orchestration.ordering import document_of, is_no_change, order_of
from calor.api.orchestration.rendering import Link, detailed, output
from calor.api.query import Query
from calor.api.route import Route
from calor.core.errors import NotSupported
from calor.core.state import Action
from calor.engine.orders import Order
from calor.store.records import StackRecord

STACK: Final = "/v1/{project}/stacks/{stack_name}/{stack_id}"


async def create(call: Call) -> Answer:
    """Accept a new stack, or one whose resources are there already."""
    body: NewStackBody = call.body
    name = new_name(body)
    order = await order_of(call, body)
    if body.adopt_stack_data is not None:
        stack_id = await _adopt(call, name, order)
    else:
        if order.template is None:
            raise BadRequest("a stack needs a template: template or template_url")
        desk = replace(call.services.desks.stacks, requester=requester(call))
        stack_id = await desk.create(call.project, name, order)
    url = stack_url(call.url, await call.services.desks.store.stack(stack_id))
    return answer({"stack": {"id": stack_id, "links": [Link(url)]}}, 201, Location=url)


def new_name(body: NewStackBody) -> str:
    """Return the name that a new stack is to have."""
    if body.converge is not None:
        raise BadRequest("converge is only for updates")
    if not body.stack_name:
        raise BadRequest("a stack needs a name: stack_name")
    return body.stack_name


async def _adopt(call: Call, name: str, order: Order) -> str:
    if not call.services.settings.allow_adopt:
        raise NotSupported("Stack Adopt is not supported: enable_stack_adopt is off")
    desk = replace(call.services.desks.exports, requester=requester(call))
    document = document_of(call.body.adopt_stack_data, "adopt_stack_data")
    return await desk.adopt(call.project, name, document, order)


async def show(call: Call) -> Answer:
    """Show a stack."""
    stack = await addressed(call, deleted=True)
    views = call.services.desks.views
    shown = detailed(call, stack, await views.reading(stack))
    if stack.deleted_at is None and call.query.get("resolve_outputs", True):
        outputs = await views.outputs_of(stack)
        shown["outputs"] = [output(name, one) for name, one in outputs.items()]
    return answer({"stack": shown})


async def template(call: Call) -> Answer:
    """Give the template as it was sent."""
    stack = await addressed(call, deleted=True)
    return Answer(body=await call.services.desks.store.text(stack.template))


async def environment(call: Call) -> Answer:
    """Give the environment, without what is hidden."""
    stack = await addressed(call, deleted=True)
    return answer((await call.services.desks.views.reading(stack)).shown_environment())


async def files(call: Call) -> Answer:
    """Give the files that were sent along."""
    stack = await addressed(call, deleted=True)
    return Answer(body=await call.services.desks.store.text(stack.files))


async def update(call: Call) -> Answer:
    """Accept a new goal for a stack."""
    stack, order = await addressed(call), await order_of(call, call.body)
    if call.body.existing:
        return await _patch(call, stack, order)
    if order.template is None:
        raise BadRequest("an update needs a template: template or template_url")
    desk = replace(call.services.desks.stacks, requester=requester(call))
    await desk.update(stack.project, stack.id, order)
    return empty(202)


async def update_patch(call: Call) -> Answer:
    """Accept a new goal that differs from the present one only in what is named."""
    rule = "stacks:update_no_change" if is_no_change(call.body) else "stacks:update_patch"
    call.enforce(rule)
    return await _patch(call, await addressed(call), await order_of(call, call.body))


async def _patch(call: Call, stack: StackRecord, order: Order) -> Answer:
    desk = replace(call.services.desks.stacks, requester=requester(call))
    clear = call.body.clear_parameters or ()
    await desk.patch(stack.project, stack.id, order, clear)
    return empty(202)


async def delete(call: Call) -> Answer:
    """Accept that a stack is to go."""
    stack = await addressed(call)
    desk = replace(call.services.desks.stacks, requester=requester(call))
    await desk.act(stack.project, stack.id, Action.DELETE)
    return empty(204)


ROUTES: Final = (
    Route(
        method="POST",
        path="/v1/{project}/stacks",
        policy="stacks:create",
        handle=create,
        summary="Create a stack, or adopt one.",
        body=NewStackBody,
        success=201,
    ),
    Route(
        method="GET",
        path=STACK,
        policy="stacks:show",
        handle=show,
        summary="Show a stack.",
        query=(
            Query("resolve_outputs", "Whether outputs are shown; they are if not given.", bool),
        ),
    ),
    Route(
        method="GET",
        path=f"{STACK}/template",
        policy="stacks:template",
        handle=template,
        summary="Give the template of a stack.",
    ),
    Route(
        method="GET",
        path=f"{STACK}/environment",
        policy="stacks:environment",
        handle=environment,
        summary="Give the environment of a stack.",
    ),
    Route(
        method="GET",
        path=f"{STACK}/files",
        policy="stacks:files",
        handle=files,
        summary="Give the files of a stack.",
    ),
    Route(
        method="PUT",
        path=STACK,
        policy="stacks:update",
        handle=update,
        summary="Update a stack.",
        body=ChangedStackBody,
        success=202,
    ),
    Route(
        method="PATCH",
        path=STACK,
        policy="",
        rules=("stacks:update_patch", "stacks:update_no_change"),
        handle=update_patch,
        summary="Update a stack in what is named, and leave the rest as it is.",
        body=ChangedStackBody,
        success=202,
    ),
    Route(
        method="DELETE",
        path=STACK,
        policy="stacks:delete",
        handle=delete,
        summary="Delete a stack.",
        success=204,
    ),
)
