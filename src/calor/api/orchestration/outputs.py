"""What a stack shows to its users."""

from typing import Final

from calor.api.call import Answer, Call, answer
from calor.api.orchestration.identity import addressed
from calor.api.orchestration.rendering import output, output_key
from calor.api.orchestration.stacks import STACK
from calor.api.route import Route
from calor.core.errors import NotFound
from calor.core.source import shorten


async def index(call: Call) -> Answer:
    """List outputs, without their values."""
    read = await call.services.desks.views.reading(await addressed(call))
    outputs = read.template.outputs.values()
    return answer({"outputs": [output_key(one.name, one.description) for one in outputs]})


async def show(call: Call) -> Answer:
    """Show an output."""
    stack, key = await addressed(call), call.path["output_key"]
    found = await call.services.desks.views.outputs_of(stack, (key,))
    if key not in found:
        raise NotFound(f"Specified output key {shorten(key)} not found.")
    return answer({"output": output(key, found[key])})


ROUTES: Final = (
    Route(
        method="GET",
        path=f"{STACK}/outputs",
        policy="stacks:list_outputs",
        handle=index,
        summary="List the outputs of a stack.",
    ),
    Route(
        method="GET",
        path=f"{STACK}/outputs/{{output_key}}",
        policy="stacks:show_output",
        handle=show,
        summary="Show an output of a stack.",
    ),
)
