"""What a volume goes through, one step after the other.

The steps that are left are noted with the resource.  Each looks first whether
there is anything to do, so that going through it twice does no harm.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from calor.core.errors import ResourceFailed
from calor.core.values import Value
from calor.plugin import Here, Request
from calor.resources.cinder.attaching import attach, detach, held_by, is_detached

TODO, BEGUN, HELD = "todo", "begun", "held"
"""The steps that are left, the one that has begun, and who has held the volume."""

EXTENDS_IN_USE: Final = "3.42"


@dataclass(frozen=True, slots=True)
class Stage:
    """A volume that is at rest, and what its properties are to be."""

    here: Here
    volume: Mapping[str, Any]
    wanted: Mapping[str, Value]

    def has_begun(self, step: str) -> bool:
        """Return whether a step was begun, by whatever engine."""
        return self.here.data.get(BEGUN) == step

    async def tell(self, method: str, below: str, body: Any, version: str | None = None) -> None:
        """Send a request to the volume, or to something below it."""
        request = Request(
            service="block-storage",
            method=method,
            path=f"/volumes/{self.volume['id']}{below}",
            body=body,
            microversion=version,
        )
        await self.here.cloud.send(request)


Step: TypeAlias = Callable[[Stage], Awaitable[bool]]
"""Does what is left to do, and returns whether nothing was."""


async def go_on(stage: Stage) -> bool:
    """Take the next step of a volume; return whether there is none."""
    data = stage.here.data
    todo = [str(one) for one in data.get(TODO) or ()]
    if not todo:
        return True
    if await STEPS[todo[0]](stage):
        data[TODO], data[BEGUN] = todo[1:], None
        return len(todo) == 1
    if stage.has_begun(todo[0]) and todo[0] not in PATIENT:
        raise ResourceFailed(f"the volume {stage.volume['id']} could not be changed: {todo[0]}")
    data[BEGUN] = todo[0]
    return False


async def can_extend_in_use(here: Here) -> bool:
    """Return whether a volume can grow while a server uses it."""
    return await here.cloud.microversion("block-storage", EXTENDS_IN_USE) == EXTENDS_IN_USE


async def restore(here: Here, backup: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
    """Begin to write a backup to a volume, a new one if none is named."""
    backup_id = await here.cloud.find("cinder.backup", backup)
    path = f"/backups/{backup_id}/restore"
    request = Request(
        service="block-storage", method="POST", path=path, body={"restore": dict(body)}
    )
    found: Mapping[str, Any] = (await here.cloud.send(request)).body["restore"]
    return found


def texts(metadata: Mapping[str, Any] | None) -> dict[str, str]:
    """Return labels as the services take them."""
    return {key: str(one) for key, one in (metadata or {}).items()}


async def _describe(stage: Stage) -> bool:
    name = stage.wanted["name"] or stage.here.physical_name()
    words = {"name": name, "description": stage.wanted["description"]}
    await stage.tell("PUT", "", {"volume": words})
    return await _label(stage)


async def _label(stage: Stage) -> bool:
    await stage.tell("PUT", "/metadata", {"metadata": texts(stage.wanted["metadata"])})
    return True


async def _retype(stage: Stage) -> bool:
    find, new = stage.here.cloud.find, str(stage.wanted["volume_type"])
    present = stage.volume.get("volume_type")
    if present and await find("cinder.vtype", new) == await find("cinder.vtype", present):
        return True
    if not stage.has_begun("retype"):
        change = {"new_type": new, "migration_policy": "never"}
        await stage.tell("POST", "/action", {"os-retype": change})
    return False


async def _detach(stage: Stage) -> bool:
    here, volume_id = stage.here, stage.volume["id"]
    servers = [one["server_id"] for one in here.data.get(HELD) or ()]
    if stage.has_begun("detach"):
        return all([await is_detached(here, one, volume_id) for one in servers])
    for server in servers:
        await detach(here, server, volume_id)
    return False


async def _restore(stage: Stage) -> bool:
    if stage.has_begun("restore"):
        return True
    backup = str(stage.wanted["backup_id"])
    await restore(stage.here, backup, {"volume_id": stage.volume["id"]})
    return False


async def _extend(stage: Stage) -> bool:
    size = stage.wanted["size"]
    if stage.volume["size"] >= size:
        return True
    if not stage.has_begun("extend"):
        version = EXTENDS_IN_USE if stage.volume["status"] == "in-use" else None
        await stage.tell("POST", "/action", {"os-extend": {"new_size": size}}, version)
    return False


async def _read_only(stage: Stage) -> bool:
    flag = {"readonly": bool(stage.wanted["read_only"])}
    await stage.tell("POST", "/action", {"os-update_readonly_flag": flag})
    return True


async def _attach(stage: Stage) -> bool:
    held = stage.here.data.get(HELD) or ()
    missing = [one for one in held if not held_by(stage.volume, one["server_id"])]
    if not stage.has_begun("attach"):
        for one in missing:
            await attach(stage.here, one["server_id"], stage.volume["id"], one["device"])
    return not missing


STEPS: Final[Mapping[str, Step]] = {
    "describe": _describe,
    "metadata": _label,
    "retype": _retype,
    "detach": _detach,
    "restore": _restore,
    "extend": _extend,
    "read_only": _read_only,
    "attach": _attach,
}

PATIENT: Final = frozenset({"detach", "attach"})
"""The steps during which a volume may seem to be at rest."""
