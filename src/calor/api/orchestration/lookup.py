"""Lead those who know a stack by its name alone to where it stands."""

import re
from typing import Final
from urllib.parse import unquote

from calor.api.addresses import stack_url
from calor.api.call import Answer, Call, empty
from calor.api.orchestration.identity import identified, missing
from calor.api.route import Handle, Route

METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE")
PARTS: Final = {
    "GET": ("resources", "events", "template", "actions", "environment", "files"),
    "POST": ("resources", "events", "template", "actions"),
}
ARN: Final = re.compile(r"arn:openstack:heat::[^:]*:stacks/([^/]+)/([^/]+)((?:/.*)?)")


async def lookup(call: Call) -> Answer:
    """Redirect to the stack of a name or an id."""
    stack = await identified(call, call.path["stack_name"])
    return _redirect(call, stack_url(call.url, stack))


def lookup_part(part: str) -> Handle:
    """Return what redirects to a part of a stack."""

    async def handle(call: Call) -> Answer:
        stack = await identified(call, call.path["stack_name"])
        return _redirect(call, f"{stack_url(call.url, stack)}/{part}")

    return handle


async def lookup_arn(call: Call) -> Answer:
    """Redirect to the stack, or the part of one, that CloudFormation's name for it means."""
    found = ARN.fullmatch(unquote(call.path["arn"]))
    if found is None:
        raise missing(call.path["arn"])
    name, stack_id, rest = found.groups()
    stack = await identified(call, stack_id)
    if stack.name != name:
        raise missing(name)
    return _redirect(call, stack_url(call.url, stack) + rest)


def _redirect(call: Call, url: str) -> Answer:
    query = f"?{call.raw_query}" if call.raw_query else ""
    return empty(302, Location=url + query)


def _routes(
    path: str, handle: Handle, summary: str, methods: tuple[str, ...] = METHODS
) -> list[Route]:
    return [
        Route(
            method=method,
            path=f"/v1/{{project}}/stacks/{path}",
            policy="stacks:lookup",
            handle=handle,
            summary=summary,
            success=302,
        )
        for method in methods
    ]


ROUTES: Final = (
    *_routes("{stack_name}", lookup, "Redirect to a stack by its name or id."),
    *_routes("{arn*}", lookup_arn, "Redirect to a stack by its ARN."),
    *(
        route
        for method, parts in PARTS.items()
        for part in parts
        for route in _routes(
            f"{{stack_name}}/{part}",
            lookup_part(part),
            f"Redirect to the {part} of a stack by its name or id.",
            (method,),
        )
    ),
)
