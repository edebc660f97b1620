"""Copies of volumes, kept by the block storage service."""

from typing import Any, Final

from calor.core.errors import ResourceFailed
from calor.plugin import Here, Request

BACKUP: Final = "backup_id"


async def begin_backup(here: Here) -> None:
    """Begin to copy a volume, unless an engine before has done so for the same purpose."""
    here.data[BACKUP] = await _begun(here) or await _begin(here)


async def is_backed_up(here: Here) -> bool:
    """Return whether the copy is complete."""
    backup = (await _send(here, "GET", f"/backups/{here.data[BACKUP]}"))["backup"]
    if backup["status"] not in ("creating", "available"):
        why = backup.get("fail_reason") or backup["status"]
        raise ResourceFailed(f"the volume {here.physical_id} could not be copied: {why}")
    return bool(backup["status"] == "available")


async def _begin(here: Here) -> str:
    wanted = {"volume_id": here.physical_id, "name": _name(here), "force": True}
    made = await _send(here, "POST", "/backups", {"backup": wanted})
    return str(made["backup"]["id"])


async def _begun(here: Here) -> str | None:
    query = {"name": _name(here)}
    found = (await _send(here, "GET", "/backups/detail", query=query))["backups"]
    return next((str(one["id"]) for one in found), None)


def _name(here: Here) -> str:
    """Return a name that tells one action from another, however often it is begun."""
    return f"{here.physical_name()}-{int(here.started_at * 1000)}"


async def _send(
    here: Here, method: str, path: str, body: Any = None, query: dict[str, str] | None = None
) -> Any:
    request = Request(
        service="block-storage", method=method, path=path, body=body, query=query or {}
    )
    return (await here.cloud.send(request)).body
