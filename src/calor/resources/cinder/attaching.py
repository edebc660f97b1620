"""Plug volumes into servers, and unplug them: the compute service does, the volume tells."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from calor.core.errors import CloudNotFound, ResourceFailed
from calor.plugin import Here, Request, Shelf

VOLUMES: Final = Shelf(service="block-storage", path="/volumes/detail", key="volumes")

BUSY: Final = frozenset({"attaching", "detaching", "reserved", "available", "in-use"})
"""How a volume may be while it is plugged in or unplugged."""


async def attach(here: Here, server: str, volume: str, device: str | None) -> str:
    """Begin to plug a volume into a server, and return the id of that."""
    asked = {"volumeId": volume} | ({"device": device} if device else {})
    request = Request(
        service="compute",
        method="POST",
        path=f"/servers/{server}/os-volume_attachments",
        body={"volumeAttachment": asked},
    )
    return str((await here.cloud.send(request)).body["volumeAttachment"]["id"])


async def detach(here: Here, server: str, volume: str) -> None:
    """Begin to unplug a volume; one that is not plugged in needs no unplugging."""
    path = f"/servers/{server}/os-volume_attachments/{volume}"
    with suppress(CloudNotFound):
        await here.cloud.send(Request(service="compute", method="DELETE", path=path))


def held_by(volume: Mapping[str, Any], server: str) -> Mapping[str, Any] | None:
    """Return what a volume says of its being plugged into a server, if it is."""
    held = volume.get("attachments") or ()
    return next((one for one in held if one.get("server_id") == server), None)


async def is_attached(here: Here, server: str, volume_id: str) -> bool:
    """Return whether a volume has been plugged into a server."""
    volume = await here.cloud.watch(VOLUMES, volume_id)
    if volume is None:
        raise ResourceFailed(f"the volume {volume_id} has vanished")
    if volume["status"] not in BUSY:
        raise ResourceFailed(
            f"the volume {volume_id} is in state {volume['status']}, so it cannot be attached"
        )
    return volume["status"] == "in-use" and held_by(volume, server) is not None


async def is_detached(here: Here, server: str, volume_id: str) -> bool:
    """Return whether a volume has left a server, in the eyes of both services."""
    volume = await here.cloud.watch(VOLUMES, volume_id)
    if volume is not None and (held_by(volume, server) or volume["status"] == "detaching"):
        return False
    path = f"/servers/{server}/os-volume_attachments/{volume_id}"
    try:
        await here.cloud.send(Request(service="compute", method="GET", path=path))
    except CloudNotFound:
        return True
    return False
