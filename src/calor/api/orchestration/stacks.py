"""Stacks: make them, list them."""

from typing import Final

from calor.api.addresses import stack_url
from calor.api.call import Answer, Call, answer
from calor.api.faults import BadRequest
from calor.api.orchestration.bodies import NewStackBody, order_of
from calor.api.orchestration.rendering import link, summary
from calor.api.query import Query
from calor.api.route import Route
from calor.store.filters import StackFilter


async def create(call: Call) -> Answer:
    """Accept a new stack."""
    body: NewStackBody = call.body
    if not body.stack_name:
        raise BadRequest("a stack needs a name: stack_name")
    desk = call.services.desks.stacks
    stack_id = await desk.create(call.project, body.stack_name, order_of(body))
    url = stack_url(call.url, await desk.store.stack(stack_id))
    return answer({"stack": {"id": stack_id, "links": [link(url)]}}, 201, Location=url)


async def index(call: Call) -> Answer:
    """List the stacks of the project."""
    wanted = StackFilter(
        project=call.project, limit=call.query.get("limit"), marker=call.query.get("marker")
    )
    stacks = await call.services.desks.store.find_stacks(wanted)
    return answer({"stacks": [summary(call, one) for one in stacks]})


ROUTES: Final = (
    Route(
        method="POST",
        path="/v1/{project}/stacks",
        policy="stacks:create",
        handle=create,
        summary="Create a stack.",
        body=NewStackBody,
        success=201,
    ),
    Route(
        method="GET",
        path="/v1/{project}/stacks",
        policy="stacks:index",
        handle=index,
        summary="List stacks.",
        query=(
            Query("limit", "How many at most.", int),
            Query("marker", "The id of the stack after which to go on."),
        ),
    ),
)
