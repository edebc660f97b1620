"""AWS::AutoScaling::LaunchConfiguration: what the members of an instance group are like."""

from collections.abc import Iterable
from typing import Any

from typing_extensions import override

from calor.core.errors import ResourceFailed
from calor.core.values import Value, has_unknown
from calor.plugin import Declared, check, prop
from calor.plugin.resource import Here, Resource


class Volume(Declared):
    """A volume made of a snapshot."""

    delete_on_termination: bool = prop(
        "Whether it goes with the instance.", default=True, name="DeleteOnTermination"
    )
    iops: float | None = prop(
        "Its operations per second.", default=None, name="Iops", implemented=False
    )
    snapshot_id: str | None = prop(
        "What it is a copy of.", check("cinder.snapshot"), default=None, name="SnapshotId"
    )
    volume_size: str | None = prop("How large it is, in GB.", default=None, name="VolumeSize")
    volume_type: str | None = prop("Its type.", default=None, name="VolumeType", implemented=False)


class BlockDevice(Declared):
    """A volume of each instance."""

    device_name: str = prop("What the instance calls it.", name="DeviceName")
    ebs: Volume | None = prop("The volume.", default=None, name="Ebs")
    no_device: dict[str, Any] | None = prop(
        "A device to leave out.", default=None, name="NoDevice", implemented=False
    )
    virtual_name: str | None = prop(
        "An ephemeral disk.", default=None, name="VirtualName", implemented=False
    )


class SchedulerHint(Declared):
    """A hint about where instances run."""

    key: str = prop("What it is called.", name="Key")
    value: str = prop("What it says.", name="Value")


class LaunchConfiguration(Resource):
    """What instances are made of; it makes nothing itself, a group reads it."""

    type_name = "AWS::AutoScaling::LaunchConfiguration"
    rests_on_metadata = True

    image_id: str | None = prop(
        "The image, by name or id.", check("glance.image"), default=None, name="ImageId"
    )
    instance_type: str | None = prop(
        "The flavor.", check("nova.flavor"), default=None, name="InstanceType"
    )
    instance_id: str | None = prop(
        "An instance to take after.", check("nova.server"), default=None, name="InstanceId"
    )
    key_name: str | None = prop(
        "The key pair.", check("nova.keypair"), default=None, name="KeyName"
    )
    user_data: str | None = prop("What each instance is told.", default=None, name="UserData")
    security_groups: tuple[Any, ...] | None = prop(
        "Names of security groups.", default=None, name="SecurityGroups"
    )
    kernel_id: str | None = prop("The kernel.", default=None, name="KernelId", implemented=False)
    ram_disk_id: str | None = prop(
        "The RAM disk.", default=None, name="RamDiskId", implemented=False
    )
    block_device_mappings: tuple[BlockDevice, ...] | None = prop(
        "The volumes of each instance.", default=None, name="BlockDeviceMappings"
    )
    nova_scheduler_hints: tuple[SchedulerHint, ...] | None = prop(
        "Hints about where instances run.", default=None, name="NovaSchedulerHints"
    )

    @override
    async def create(self, here: Here) -> str | None:
        if self.instance_id:
            raise ResourceFailed(
                "InstanceId: what an existing instance is like cannot be read yet;"
                " give ImageId and InstanceType instead"
            )
        return here.id

    @override
    def reference_id(self, here: Here) -> Value:
        return here.physical_name()

    @override
    def problems(self) -> Iterable[str]:
        lacks_image = _lacks(self.image_id) or _lacks(self.instance_type)
        if _lacks(self.instance_id) and lacks_image:
            yield "ImageId and InstanceType are needed where there is no InstanceId"
        if has_unknown(self.block_device_mappings):
            return
        for index, one in enumerate(self.block_device_mappings or ()):
            if not has_unknown(one) and _has_no_source(one.ebs):
                yield f"BlockDeviceMappings.{index}: Ebs with a SnapshotId is missing"


def _lacks(value: Value) -> bool:
    return not has_unknown(value) and not value


def _has_no_source(volume: Volume | None) -> bool:
    return _lacks(volume) or (isinstance(volume, Volume) and _lacks(volume.snapshot_id))
