"""OS::Cinder::Volume: a disk that outlives servers."""

import json
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import replace
from typing import Any, ClassVar, Final, Self

from typing_extensions import override

from calor.core.errors import CloudConflict, CloudNotFound, ResourceFailed, ResourceInError
from calor.core.state import Action
from calor.core.values import Value, has_unknown
from calor.plugin import (
    Here,
    Move,
    Progress,
    Request,
    RestResource,
    Translation,
    at_least,
    attr,
    check,
    deprecated,
    hidden,
    prop,
    since,
)
from calor.plugin.resolving import values_of
from calor.resources.cinder.attaching import VOLUMES
from calor.resources.cinder.backups import BACKUP, begin_backup, is_backed_up
from calor.resources.cinder.steps import (
    HELD,
    TODO,
    Stage,
    can_extend_in_use,
    go_on,
    restore,
    texts,
)

HINTS: Final = "OS-SCH-HNT:scheduler_hints"
PENDING: Final = frozenset(
    {
        "attaching",
        "backing-up",
        "creating",
        "detaching",
        "downloading",
        "extending",
        "maintenance",
        "reserved",
        "restoring-backup",
        "retyping",
        "uploading",
    }
)
FAILED: Final = frozenset({"deleting", "error"}) | {
    f"error_{doing}" for doing in ("backing-up", "deleting", "extending", "managing", "restoring")
}
MAPS: Final = frozenset({"multiattach", "metadata_values", "attachments_list"})
"""The attributes that are no text."""


class Volume(RestResource):
    """A volume."""

    type_name = "OS::Cinder::Volume"
    service = "cinder"
    shelf = VOLUMES
    collection = "/volumes"
    entity = "volume"
    status_key = "status"
    ready = frozenset({"available", "in-use"})
    pending = PENDING
    failed = FAILED
    can_snapshot = True
    survives_failure = True
    copies: ClassVar = {"backup_id": BACKUP}
    attributes: ClassVar = {
        "availability_zone": attr("Where it is."),
        "size": attr("Its size in gigabytes."),
        "snapshot_id": attr("The snapshot it was made of."),
        "display_name": attr("What it is called."),
        "display_description": attr("What it is for."),
        "volume_type": attr("The kind of storage it is on."),
        "metadata": attr("What it is labelled with, as JSON."),
        "source_volid": attr("The volume it was copied from."),
        "status": attr("How it is.", live=True),
        "created_at": attr("When it was made."),
        "bootable": attr("Whether a server can start from it."),
        "metadata_values": attr("What it is labelled with.", dict),
        "encrypted": attr("Whether it is encrypted."),
        "attachments": attr(
            "Who uses it, as a text.",
            live=True,
            support=deprecated(
                "9.0.0", "Use attribute attachments_list.", previous=since("2015.1")
            ),
        ),
        "attachments_list": attr("Who uses it.", list, live=True, support=since("9.0.0")),
        "multiattach": attr("Whether several servers can use it.", bool, support=since("6.0.0")),
    }
    translations = (Translation(move=Move.REPLACE, path=("image",), source=("imageRef",)),)
    keys: ClassVar = {
        "display_name": "name",
        "display_description": "description",
        "metadata_values": "metadata",
        "attachments_list": "attachments",
    }

    availability_zone: str | None = prop("Where it is to be.", default=None)
    size: int | None = prop(
        "Its size in gigabytes; it can grow.", at_least(1), updatable=True, default=None
    )
    snapshot_id: str | None = prop(
        "A snapshot to make it of.", check("cinder.snapshot"), default=None
    )
    backup_id: str | None = prop(
        "A backup to restore.", check("cinder.backup"), updatable=True, default=None, aside=True
    )
    name: str | None = prop("What it is called.", updatable=True, default=None)
    description: str | None = prop("What it is for.", updatable=True, default=None)
    volume_type: str | None = prop(
        "The kind of storage it is on.", check("cinder.vtype"), updatable=True, default=None
    )
    metadata: dict[str, Any] = prop("What it is labelled with.", updatable=True, default={})
    image: str | None = prop(
        "An image to make it of.",
        check("glance.image"),
        default=None,
        aside=True,
    )
    image_ref: str | None = prop(
        "The former name of image.",
        name="imageRef",
        default=None,
        aside=True,
        support=hidden("5.0.0", previous=deprecated("2014.1")),
    )
    source_volid: str | None = prop(
        "A volume to copy it from.", check("cinder.volume"), default=None
    )
    scheduler_hints: dict[str, Any] | None = prop(
        "What the scheduler should heed.", default=None, aside=True, support=since("2015.1")
    )
    read_only: bool | None = prop(
        "Whether nobody can write to it.",
        updatable=True,
        default=None,
        aside=True,
        support=since("5.0.0"),
    )
    multiattach: bool = prop(
        "Has no effect: the volume type says whether several servers can use it.",
        default=False,
        aside=True,
        support=hidden("13.0.0", previous=since("6.0.0")),
    )

    @override
    async def body(self, here: Here) -> dict[str, Any]:
        body = await super().body(here)
        body["metadata"] = texts(self.metadata)
        if self.image:
            body["imageRef"] = await here.cloud.find("glance.image", self.image)
        for key, kind in (("snapshot_id", "snapshot"), ("source_volid", "volume")):
            if key in body:
                body[key] = await here.cloud.find(f"cinder.{kind}", body[key])
        return body

    @override
    async def order(self, here: Here) -> Request:
        request = await super().order(here)
        hints = {HINTS: self.scheduler_hints} if self.scheduler_hints else {}
        return replace(request, body={**request.body, **hints})

    @override
    async def create(self, here: Here) -> str | None:
        here.data[TODO] = ["read_only"] if self.read_only is not None else []
        if self.backup_id is None:
            return await super().create(here)
        here.data[TODO] = ["describe", *here.data[TODO]]
        made = await restore(here, self.backup_id, {"name": self.name or here.physical_name()})
        return str(made["volume_id"])

    @override
    async def find(self, here: Here) -> str | None:
        # A volume tells its type by name, whatever was asked for.
        found = await super(Volume, replace(self, volume_type=None)).find(here)
        if found and here.action is Action.CREATE:
            here.data[TODO] = ["describe", "read_only"][: 1 + (self.read_only is not None)]
        return found

    @override
    async def changes(self, here: Here, before: Self, changed: AbstractSet[str]) -> dict[str, Any]:
        return await super().changes(here, before, changed & {"name", "description"})

    @override
    async def update(self, here: Here, before: Self, changed: AbstractSet[str]) -> None:
        await super().update(here, before, changed)
        volume = await self.ask(here, "GET")
        if "size" in changed and self.size is not None and self.size < volume["size"]:
            raise ResourceFailed(f"{here.name}: a volume cannot shrink below {volume['size']} GB")
        here.data[TODO] = await self._steps(here, volume, changed)
        here.data[HELD] = [
            {"server_id": one["server_id"], "device": one.get("device")}
            for one in volume["attachments"]
        ]

    async def _steps(
        self, here: Here, volume: Mapping[str, Any], changed: AbstractSet[str]
    ) -> list[str]:
        """Return what is to be done, in this order; some of it needs the volume for itself."""
        grows = "size" in changed and (self.size or 0) > volume["size"]
        steps = {
            "metadata": "metadata" in changed,
            "retype": "volume_type" in changed and self.volume_type is not None,
            "detach": False,
            "restore": "backup_id" in changed and self.backup_id is not None,
            "extend": grows,
            "read_only": "read_only" in changed and self.read_only is not None,
        }
        alone = steps["restore"] or steps["read_only"]
        if volume["attachments"] and (alone or (grows and not await can_extend_in_use(here))):
            steps |= {"detach": True, "attach": True}
        return [name for name, is_needed in steps.items() if is_needed]

    @override
    async def delete(self, here: Here) -> None:
        if here.physical_id is None:
            return
        volume = await here.cloud.watch(self.shelf, here.physical_id)
        if volume is None or volume["status"] == "deleting":
            return
        if volume["status"] in ("in-use", "detaching"):
            # Whoever uses it may be about to leave.
            raise CloudConflict(f"{here.name} ({here.physical_id}) is in use")
        await super().delete(here)

    @override
    async def snapshot(self, here: Here) -> None:
        with suppress(CloudNotFound):
            await begin_backup(here)

    @override
    async def progress(self, here: Here) -> Progress:
        if here.action is Action.SNAPSHOT:
            return await is_backed_up(here)
        if here.action is Action.DELETE:
            volume = await here.cloud.watch(self.shelf, here.physical_id or "")
            if volume is not None and volume["status"] == "error_deleting":
                raise ResourceInError(f"{here.name} ({here.physical_id}) cannot be deleted")
            return volume is None
        if here.action not in (Action.CREATE, Action.UPDATE):
            return True
        if await super().progress(here) is not True:
            return False
        volume = await self.ask(here, "GET")
        return volume["status"] in self.ready and await go_on(Stage(here, volume, values_of(self)))

    @override
    async def show(self, here: Here) -> Mapping[str, Value]:
        found = await super().show(here)
        return {name: _told(name, one) for name, one in found.items()}

    @override
    async def attribute(self, here: Here, name: str) -> Value:
        return _told(name, await super().attribute(here, name))

    @override
    def problems(self) -> Iterable[str]:
        sources = [self.snapshot_id, self.source_volid, self.image]
        if has_unknown([*sources, self.size, self.backup_id]) or self.backup_id:
            return
        given = [one for one in sources if one]
        if len(given) > 1:
            yield "give only one of image, snapshot_id and source_volid"
        elif not self.size and (not given or self.image):
            yield "give a size, unless it is made of a backup, a snapshot or another volume"


def _told(name: str, value: Value) -> Value:
    """Return an attribute as templates have it: most are texts."""
    if value is None or name in MAPS or name == "show":
        return value
    return json.dumps(value) if name == "metadata" else str(value)
