"""Copies of servers, kept by the image service."""

from collections.abc import Mapping
from typing import Any, Final

from calor.core.errors import CloudNotFound, ResourceFailed
from calor.plugin import Here, Request
from calor.resources.nova.calls import act

IMAGE: Final = "snapshot_image_id"
TELLS_IMAGE: Final = "2.45"
"""Since this microversion the reply says which image it becomes."""
LOST: Final = frozenset({"deleted", "killed", "error", "deactivated"})


async def begin_image(here: Here) -> None:
    """Begin to copy a server, unless an engine before has done so for the same purpose."""
    here.data[IMAGE] = await _begun(here) or await _begin(here)


async def is_copied(here: Here, server: Mapping[str, Any] | None) -> bool:
    """Return whether the copy is complete, and the server can be told something else."""
    try:
        image = await _get(here, f"/v2/images/{here.data[IMAGE]}")
    except CloudNotFound:
        image = {"status": "deleted"}
    if image["status"] in LOST:
        raise ResourceFailed(f"{here.name} could not be copied: the image is {image['status']}")
    task = (server or {}).get("OS-EXT-STS:task_state") or ""
    return bool(image["status"] == "active") and not task.startswith("image")


async def _begin(here: Here) -> str:
    made = await act(here, {"createImage": {"name": _name(here)}}, TELLS_IMAGE)
    return str(made["image_id"])


async def _begun(here: Here) -> str | None:
    found = (await _get(here, "/v2/images", {"name": _name(here)}))["images"]
    return next((str(one["id"]) for one in found), None)


def _name(here: Here) -> str:
    """Return a name that tells one action from another, however often it is begun."""
    return f"{here.physical_name()}-{int(here.started_at * 1000)}"


async def _get(here: Here, path: str, query: Mapping[str, str] | None = None) -> Any:
    request = Request(service="image", method="GET", path=path, query=query or {})
    return (await here.cloud.send(request)).body
