"""Say which agents serve a network or a router."""

from collections.abc import Collection
from contextlib import suppress

from calor.core.errors import CloudConflict, CloudNotFound
from calor.plugin import Here, Request


async def schedule(here: Here, kind: str, things: str, wanted: Collection[str]) -> None:
    """Let just these agents of a kind (`dhcp`, `l3`) serve one of the things (`networks`)."""
    path = f"/v2.0/{things}/{here.physical_id}/{kind}-agents"
    reply = await here.cloud.send(Request(service="network", method="GET", path=path))
    present = {one["id"] for one in reply.body["agents"]}
    for agent in present.difference(wanted):
        below = f"/v2.0/agents/{agent}/{kind}-{things}/{here.physical_id}"
        # It is gone, or serves it no more.
        with suppress(CloudNotFound, CloudConflict):
            await here.cloud.send(Request(service="network", method="DELETE", path=below))
    for agent in sorted(set(wanted) - present):
        body = {f"{things[:-1]}_id": here.physical_id}
        path = f"/v2.0/agents/{agent}/{kind}-{things}"
        await here.cloud.send(Request(service="network", method="POST", path=path, body=body))
