"""A block storage service in memory, with servers that volumes are plugged into.

What takes time in the real one takes one look here: a state that passes is seen once.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from calor.core.errors import CloudNotFound, CloudRefused
from calor.plugin.cloud import Request, Shelf
from tests.resources.cloud import Collection, MemoryCloud, Thing
from tests.resources.neutron.network_service import put

VOLUME: Thing = {
    "name": None,
    "description": None,
    "size": 1,
    "availability_zone": "nova",
    "snapshot_id": None,
    "source_volid": None,
    "imageRef": None,
    "volume_type": "__DEFAULT__",
    "metadata": {},
}
SHOWN: Thing = {"bootable": "false", "encrypted": False, "multiattach": False}
PASSING = {
    "creating": "available",
    "extending": "available",
    "retyping": "available",
    "restoring-backup": "available",
    "attaching": "in-use",
    "detaching": "available",
}
HINTS = "OS-SCH-HNT:scheduler_hints"


@dataclass
class VolumeService(MemoryCloud):
    """Volumes, backups of them, and servers that use them."""

    hints: list[Any] = field(default_factory=list)
    fails_to_extend: bool = False

    def volume(self, volume_id: str) -> Thing:
        """Return a volume as it is."""
        return self.collections["/volumes"].things[volume_id]

    async def watch(self, shelf: Shelf, object_id: str) -> Mapping[str, Any] | None:
        found = self.collections[shelf.path.removesuffix("/detail")].things.get(object_id)
        return self._seen(found) if found else None

    def _seen(self, thing: Thing) -> Thing:
        """Return a thing as it is, and let it move on."""
        seen = {**thing, "metadata": dict(thing.get("metadata", {}))}
        thing["status"] = PASSING.get(thing.get("status", ""), thing.get("status"))
        if thing.pop("is_dying", False):
            self.collections["/volumes"].things.pop(thing["id"])
        if thing["status"] == "available" and "attachments" in thing:
            thing["attachments"] = []
        return seen

    def _answer(self, request: Request) -> Any:
        if (request.method, request.path) in self.extra:
            return self.extra[request.method, request.path]
        done = self._act(request)
        return self._keep(request) if done is None else done

    def _act(self, request: Request) -> Any:
        if found := re.fullmatch("/servers/(.+)/os-volume_attachments(/.+)?", request.path):
            return self._attachment(request, found[1], (found[2] or "").lstrip("/"))
        if found := re.fullmatch("/backups/(.+)/restore", request.path):
            return self._restore(found[1], request.body["restore"])
        if found := re.fullmatch("/volumes/(.+)/(action|metadata)", request.path):
            return self._change(self.volume(found[1]), request.body)
        return None

    def _keep(self, request: Request) -> Any:
        request = replace(request, path=request.path.removesuffix("/detail"))
        if request.path == "/volumes" and request.method == "POST":
            return self._make(request)
        if request.path.startswith("/volumes/") and request.method == "DELETE":
            self.volume(request.path.split("/")[2]).update(status="deleting", is_dying=True)
            return None
        answer = super()._answer(request)
        if request.path == "/backups" and request.method == "POST":
            made = self.collections["/backups"].things[answer["backup"]["id"]]
            made["status"] = "creating"
        elif request.path.startswith("/backups/"):
            answer["backup"] = self._seen(answer["backup"])
        return answer

    def _make(self, request: Request) -> Any:
        self.hints.append(request.body.get(HINTS))
        answer = super()._answer(request)
        made = self.volume(answer["volume"]["id"])
        made |= {**SHOWN, "status": "creating", "attachments": []}
        return {"volume": dict(made)}

    def _change(self, volume: Thing, body: Any) -> Any:
        ((verb, given),) = body.items()
        if verb == "metadata":
            volume["metadata"] = given
            return {"metadata": given}
        if verb == "os-update_readonly_flag":
            volume["readonly"] = given["readonly"]
        elif verb == "os-retype":
            volume |= {"status": "retyping", "volume_type": given["new_type"]}
        elif verb == "os-extend":
            if given["new_size"] <= volume["size"]:
                raise CloudRefused("it is as large as that")
            volume["status"] = "extending" if volume["status"] == "available" else "in-use"
            volume["size"] = volume["size"] if self.fails_to_extend else given["new_size"]
        else:
            raise CloudRefused(f"unknown: {verb}")
        return {}

    def _restore(self, backup: str, asked: Any) -> Any:
        if "volume_id" in asked:
            volume = self.volume(asked["volume_id"])
        else:
            made = Request(service="", method="POST", path="/volumes", body={"volume": asked})
            volume = self.volume(self._make(made)["volume"]["id"])
        volume |= {"status": "restoring-backup", "restored": backup}
        return {"restore": {"backup_id": backup, "volume_id": volume["id"]}}

    def _attachment(self, request: Request, server: str, volume_id: str) -> Any:
        if request.method == "POST":
            asked = request.body["volumeAttachment"]
            volume = self.volume(asked["volumeId"])
            if volume["status"] != "available":
                raise CloudRefused(f"it is {volume['status']}")
            held = {"server_id": server, "device": asked.get("device", "/dev/vdb")}
            held["attached_at"] = "1970-01-01T00:16:41.000000"
            volume |= {"status": "attaching", "attachments": [held]}
            return {"volumeAttachment": {"id": volume["id"], "serverId": server}}
        held_volume = self.collections["/volumes"].things.get(volume_id, {})
        if not any(one["server_id"] == server for one in held_volume.get("attachments", ())):
            raise CloudNotFound(f"{volume_id} is not attached to {server}")
        if request.method == "DELETE":
            held_volume["status"] = "detaching"
        return {"volumeAttachment": {"id": volume_id}}


BACKUP = {"name": "", "volume_id": None, "force": False, "status": "available", "fail_reason": None}
NAMED = {"name": ""}


def a_volume_service() -> VolumeService:
    """Return a block storage service with something to make volumes of."""
    collections = {
        "/volumes": Collection("volumes", "volume", VOLUME),
        "/backups": Collection("backups", "backup", BACKUP),
        "/snapshots": Collection("snapshots", "snapshot", NAMED),
        "/types": Collection("volume_types", "volume_type", NAMED),
        "/images": Collection("images", "image", NAMED),
    }
    kinds = {f"cinder.{one.entity}": path for path, one in collections.items()}
    kinds |= {"cinder.vtype": "/types", "glance.image": "/images"}
    service = VolumeService(collections, kinds)
    put(service, "cinder.backup", "b1", name="yesterday")
    put(service, "cinder.snapshot", "s1", name="before")
    put(service, "cinder.vtype", "t1", name="fast")
    put(service, "cinder.vtype", "t0", name="__DEFAULT__")
    put(service, "glance.image", "i1", name="cirros")
    return service


def put_volume(service: VolumeService, volume_id: str, server: str | None = None) -> Thing:
    """Put a volume there, plugged into a server or not."""
    held = [{"server_id": server, "device": "/dev/vdc", "attached_at": "1970-01-01T00:00:00"}]
    state = {"status": "in-use", "attachments": held} if server else {"status": "available"}
    return put(service, "cinder.volume", volume_id, **{**SHOWN, "attachments": [], **state})
