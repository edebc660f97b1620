"""OS::Cinder::VolumeAttachment: a volume plugged into a server."""

from collections.abc import Set as AbstractSet
from typing import Self

from typing_extensions import override

from calor.core.state import Action
from calor.core.values import Value
from calor.plugin import Here, Progress, Resource, check, prop
from calor.plugin.recognition import is_new
from calor.resources.cinder.attaching import (
    VOLUMES,
    attach,
    detach,
    held_by,
    is_attached,
    is_detached,
)

LEAVING, ARRIVED = "leaving", "arrived"
"""The server and volume that are taken apart first; whether the new ones were put together."""


class VolumeAttachment(Resource):
    """A volume that is plugged into a server."""

    type_name = "OS::Cinder::VolumeAttachment"
    service = "cinder"

    instance_uuid: str = prop("The server.", updatable=True)
    volume_id: str = prop("The volume.", check("cinder.volume"), updatable=True)
    mountpoint: str | None = prop(
        "Where the server is to see it, such as /dev/vdc; few clouds heed it.",
        updatable=True,
        default=None,
    )

    @override
    async def create(self, here: Here) -> str | None:
        return await attach(here, self.instance_uuid, await self._volume(here), self.mountpoint)

    @override
    async def find(self, here: Here) -> str | None:
        volume_id = await self._volume(here)
        volume = await here.cloud.watch(VOLUMES, volume_id) or {}
        held = held_by(volume, self.instance_uuid)
        # What was plugged in before is not ours.
        is_ours = held and is_new({"created_at": held.get("attached_at")}, here)
        return volume_id if is_ours else None

    @override
    async def update(self, here: Here, before: Self, changed: AbstractSet[str]) -> None:
        if changed:
            old = await before._volume(here)
            await detach(here, before.instance_uuid, old)
            here.data[LEAVING] = [before.instance_uuid, old]
            here.data[ARRIVED] = False

    @override
    async def delete(self, here: Here) -> None:
        if here.physical_id is not None:
            await detach(here, self.instance_uuid, here.physical_id)

    @override
    async def progress(self, here: Here) -> Progress:
        if here.physical_id is None:
            return True
        if here.action is Action.DELETE:
            return await is_detached(here, self.instance_uuid, here.physical_id)
        if here.action is Action.UPDATE and here.data.get(ARRIVED) is False:
            await self._move(here)
            return False
        return await is_attached(here, self.instance_uuid, here.physical_id)

    @override
    def reference_id(self, here: Here) -> Value:
        return here.physical_id

    async def _move(self, here: Here) -> None:
        """Once the old ones are apart, put the new ones together."""
        if leaving := here.data.get(LEAVING):
            if await is_detached(here, *leaving):
                here.data[LEAVING] = None
            return
        found = await self.find(here)
        here.physical_id = found or await self.create(here)
        here.data[ARRIVED] = True

    async def _volume(self, here: Here) -> str:
        return await here.cloud.find("cinder.volume", self.volume_id)
