"""The disks of a server: what is declared, what may stand together, what Nova is told."""

from collections.abc import Iterable
from typing import Any

from calor.core.values import has_unknown
from calor.plugin import Declared, at_least, check, deprecated, hidden, one_of, prop, since
from calor.plugin.resolving import values_of


class BlockDevice(Declared):
    """A disk in the first notation."""

    device_name: str = prop("What the server calls it, such as vda.")
    volume_id: str | None = prop("A volume.", check("cinder.volume"), default=None)
    snapshot_id: str | None = prop(
        "A snapshot to make a volume of.", check("cinder.snapshot"), default=None
    )
    volume_size: int | None = prop("Gigabytes of the volume.", default=None)
    delete_on_termination: bool | None = prop(
        "Whether the volume goes with the server.", default=None
    )

    def worded(self) -> dict[str, Any]:
        """Return the disk in the service's words."""
        body = {
            "device_name": self.device_name,
            "volume_size": self.volume_size,
            "delete_on_termination": self.delete_on_termination or None,
        }
        source = {"snapshot_id": self.snapshot_id} if self.snapshot_id else {}
        return source | ({} if source else {"volume_id": self.volume_id}) | _given(body)


class BlockDeviceV2(Declared):
    """A disk in the second notation."""

    device_name: str | None = prop("What the server calls it.", default=None)
    volume_id: str | None = prop("A volume.", check("cinder.volume"), default=None)
    image_id: str | None = prop(
        "The former name of image.",
        check("glance.image"),
        default=None,
        support=hidden("9.0.0", previous=deprecated("7.0.0", previous=since("5.0.0"))),
    )
    image: str | None = prop(
        "An image to make a volume of.",
        check("glance.image"),
        default=None,
        support=since("7.0.0"),
    )
    snapshot_id: str | None = prop(
        "A snapshot to make a volume of.", check("cinder.snapshot"), default=None
    )
    swap_size: int | None = prop("Megabytes of swap space.", default=None)
    ephemeral_size: int | None = prop(
        "Gigabytes of a disk that goes with the server.",
        at_least(1),
        default=None,
        support=since("8.0.0"),
    )
    ephemeral_format: str | None = prop(
        "The file system of that disk.",
        one_of("ext2", "ext3", "ext4", "xfs", "ntfs"),
        default=None,
        support=since("8.0.0"),
    )
    device_type: str | None = prop(
        "What the server takes it for.", one_of("cdrom", "disk"), default=None
    )
    disk_bus: str | None = prop(
        "How it is connected.",
        one_of("ide", "lame_bus", "sata", "scsi", "usb", "virtio"),
        default=None,
    )
    boot_index: int | None = prop("When it is tried at boot.", default=None)
    volume_size: int | None = prop("Gigabytes of the volume.", default=None)
    delete_on_termination: bool | None = prop(
        "Whether the volume goes with the server.", default=None
    )
    volume_type: str | None = prop(
        "The kind of storage of the volume.",
        check("cinder.vtype"),
        default=None,
        support=since("26.0.0"),
    )

    @property
    def sources(self) -> dict[str, Any]:
        """What it is made of, by the service's words for that."""
        made = {"volume": self.volume_id, "snapshot": self.snapshot_id, "image": self.image}
        local = {"swap": self.swap_size, "blank": self.ephemeral_size or self.ephemeral_format}
        return {key: one for key, one in (made | local).items() if one}

    @property
    def can_boot(self) -> bool:
        """Whether the server would start from it."""
        return bool({"volume", "snapshot", "image"} & self.sources.keys()) and not self.boot_index

    def worded(self) -> dict[str, Any]:
        """Return the disk in the service's words."""
        ((kind, source),) = self.sources.items()
        if kind in ("swap", "blank"):
            size = self.swap_size if kind == "swap" else self.ephemeral_size
            body: dict[str, Any] = {
                "source_type": "blank",
                "destination_type": "local",
                "boot_index": -1,
                "delete_on_termination": True,
                "guest_format": "swap" if kind == "swap" else self.ephemeral_format,
                "volume_size": size,
            }
        else:
            body = {
                "uuid": source,
                "source_type": kind,
                "destination_type": "volume",
                "boot_index": 0,
                "delete_on_termination": False,
            }
        return _given(body | _given(self._rest()))

    def _rest(self) -> dict[str, Any]:
        return {
            "device_name": self.device_name or None,
            "device_type": self.device_type,
            "disk_bus": self.disk_bus,
            "boot_index": self.boot_index,
            "volume_size": self.volume_size,
            "delete_on_termination": self.delete_on_termination,
            "volume_type": self.volume_type,
        }


def problems_of(
    image: str | None,
    devices: tuple[BlockDevice, ...] | None,
    devices_v2: tuple[BlockDeviceV2, ...] | None,
) -> Iterable[str]:
    """Return what is wrong with a server's disks."""
    old, new = devices or (), devices_v2 or ()
    if has_unknown([image, old, new]) or any(_is_open(one) for one in new):
        return
    if old and new:
        yield "give only one of block_device_mapping and block_device_mapping_v2"
    yield from filter(None, [*map(_problem, old), *map(_problem_v2, new)])
    starts = [bool(image), *(one.can_boot for one in new)]
    if not any(starts) and not any(one.device_name == "vda" for one in old):
        yield "there is nothing to boot from: give an image or a volume with boot_index 0"
    if new and sum(starts) > 1:
        yield "there is more than one thing to boot from"


def _problem(one: BlockDevice) -> str | None:
    sources = [one.volume_id, one.snapshot_id]
    if has_unknown(sources) or sources.count(None) == 1:
        return None
    return f"block_device_mapping: {one.device_name}: give either volume_id or snapshot_id"


def _problem_v2(one: BlockDeviceV2) -> str | None:
    if len(one.sources) == 1:
        return None
    return (
        "block_device_mapping_v2: give one of volume_id, snapshot_id, image, swap_size, "
        "and ephemeral_size with ephemeral_format"
    )


def _is_open(one: BlockDeviceV2) -> bool:
    return has_unknown([one]) or has_unknown(values_of(one))


def _given(body: dict[str, Any]) -> dict[str, Any]:
    return {key: one for key, one in body.items() if one is not None}
