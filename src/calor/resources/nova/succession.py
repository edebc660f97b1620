"""A server that replaces another takes its ports over."""

from collections.abc import Iterable
from contextlib import suppress

from calor.core.errors import CloudNotFound
from calor.plugin import Here
from calor.resources.nova.calls import compute, network
from calor.resources.nova.network_entries import NetworkEntry

LEAVING = "leaving_ports"
"""The ports that the server before was told to give up."""


async def clear_way(here: Here, entries: Iterable[NetworkEntry]) -> bool:
    """Have the server before give up the ports that are wanted; return whether all are free."""
    if here.replaces is None:
        return True
    taken = [one.port for one in entries if one.port and await _is_taken(here, one.port)]
    told = [str(one) for one in here.data.get(LEAVING) or ()]
    for port in taken:
        if port not in told:
            with suppress(CloudNotFound):
                await compute(here, "DELETE", f"/servers/{here.replaces}/os-interface/{port}")
    here.data[LEAVING] = taken
    return not taken


async def _is_taken(here: Here, port: str) -> bool:
    found = (await network(here, "GET", f"/ports/{port}"))["port"]
    return bool(found["device_id"] == here.replaces)
