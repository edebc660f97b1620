"""A server that replaces another takes its ports over, and gives them back if it fails."""

import logging
from collections.abc import Iterable
from contextlib import suppress

from calor.core.errors import CloudError, CloudNotFound
from calor.plugin import Here
from calor.resources.nova.calls import compute, network
from calor.resources.nova.network_entries import NetworkEntry

LOG = logging.getLogger(__name__)
LEAVING, TAKEN = "leaving_ports", "taken_ports"
"""The ports that the server before was told to give up, and those that it gave up."""


async def clear_way(here: Here, entries: Iterable[NetworkEntry]) -> bool:
    """Have the server before give up the ports that are wanted; return whether all are free."""
    if here.replaces is None:
        return True
    held = [one.port for one in entries if one.port and await _is_held(here, one.port)]
    told = [str(one) for one in here.data.get(LEAVING) or ()]
    for port in held:
        if port not in told:
            with suppress(CloudNotFound):
                await compute(here, "DELETE", f"/servers/{here.replaces}/os-interface/{port}")
    here.data[LEAVING] = held
    here.data[TAKEN] = [*dict.fromkeys([*(here.data.get(TAKEN) or ()), *held])]
    return not held


async def give_back(here: Here) -> None:
    """Give ports back to the server before, if this one goes while that one stays."""
    for port in here.data.get(TAKEN) or () if here.replaces else ():
        path = f"/servers/{here.replaces}/os-interface"
        try:
            await compute(here, "POST", path, {"interfaceAttachment": {"port_id": port}})
        except CloudError as problem:
            # That one may be on its way out, too.
            LOG.warning("%s cannot give %s back to %s: %s", here.name, port, path, problem)


async def _is_held(here: Here, port: str) -> bool:
    found = (await network(here, "GET", f"/ports/{port}"))["port"]
    return bool(found["device_id"] == here.replaces)
