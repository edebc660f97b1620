"""OS::Nova::Server as templates see it: its properties and attributes."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Any, ClassVar, Self

from typing_extensions import override

from calor.core.values import has_unknown
from calor.plugin import (
    After,
    Declared,
    Move,
    RestResource,
    Shelf,
    Support,
    Translation,
    attr,
    check,
    deprecated,
    hidden,
    length,
    one_of,
    prop,
    since,
)
from calor.resources.nova import block_devices, network_entries
from calor.resources.nova.block_devices import BlockDevice, BlockDeviceV2
from calor.resources.nova.network_entries import NetworkEntry

RAW, CONFIG = "RAW", "SOFTWARE_CONFIG"


def _finds(kind: str, *path: str) -> Translation:
    return Translation(move=Move.RESOLVE, path=path, lookup=kind)


class SwiftData(Declared):
    """Where in the object store a server finds its configuration."""

    container: str | None = prop("The container.", length(1), default=None)
    object: str | None = prop("The object.", length(1), default=None)


class DeclaredServer(RestResource):
    """A server."""

    service = "nova"
    shelf = Shelf(service="compute", path="/servers/detail", key="servers", microversion="2.26")
    collection = "/servers"
    entity = "server"
    mark = "description"
    status_key = "status"
    name_limit = 53
    can_snapshot = True
    survives_failure = True
    copies: ClassVar = {"image": "snapshot_image_id"}
    attributes: ClassVar = {
        "name": attr("What it is called."),
        "addresses": attr(
            "Its addresses with their ports, by the names and ids of networks.",
            dict,
            support=Support(since="11.0.0", previous=Support()),
        ),
        "networks": attr("Its addresses, by the names and ids of networks.", dict),
        "first_address": attr(
            "An address of it.",
            None,
            support=hidden("5.0.0", previous=deprecated("2014.2", previous=since("2013.2"))),
        ),
        "instance_name": attr("What its host calls it."),
        "accessIPv4": attr(
            "The address by which it is to be reached.",
            support=deprecated("14.0.0", previous=since("2015.1")),
        ),
        "accessIPv6": attr(
            "The address by which it is to be reached.",
            support=deprecated("14.0.0", previous=since("2015.1")),
        ),
        "console_urls": attr(
            "Where its console is, by kind: novnc, spice-html5, serial and others.",
            dict,
            support=since("2015.1"),
        ),
        "tags": attr("What it is labelled with.", list, support=since("8.0.0")),
        "os_collect_config": attr(
            "How an agent on it gets its configuration.", dict, live=True, support=since("9.0.0")
        ),
    }
    keys: ClassVar = {"instance_name": "OS-EXT-SRV-ATTR:instance_name"}
    apart = frozenset({"addresses", "networks", "first_address", "console_urls"})
    # The service may give it an address of any of them.
    after = (After(type="OS::Neutron::Subnet", theirs=("network",), own=("networks", "network")),)
    translations = (
        Translation(move=Move.REPLACE, path=("networks", "network"), source=("uuid",)),
        _finds("nova.flavor", "flavor"),
        _finds("glance.image", "image"),
        Translation(
            move=Move.REPLACE, path=("block_device_mapping_v2", "image"), source=("image_id",)
        ),
        _finds("glance.image", "block_device_mapping_v2", "image"),
        _finds("neutron.network", "networks", "network"),
        _finds("neutron.subnet", "networks", "subnet"),
        _finds("neutron.port", "networks", "port"),
    )

    name: str | None = prop("What it is called.", updatable=True, default=None)
    image: str | None = prop(
        "The image it starts from.", check("glance.image"), updatable=True, default=None
    )
    block_device_mapping: tuple[BlockDevice, ...] | None = prop(
        "Its disks, in the first notation.", default=None
    )
    block_device_mapping_v2: tuple[BlockDeviceV2, ...] | None = prop(
        "Its disks.", default=None, support=since("2015.1")
    )
    flavor: str = prop("Its size.", check("nova.flavor"), updatable=True)
    flavor_update_policy: str = prop(
        "How another size is given to it.",
        one_of("RESIZE", "REPLACE"),
        updatable=True,
        default="RESIZE",
    )
    image_update_policy: str = prop(
        "How another image is given to it.",
        one_of("REBUILD", "REPLACE", "REBUILD_PRESERVE_EPHEMERAL"),
        updatable=True,
        default="REBUILD",
    )
    key_name: str | None = prop("The key to log in with.", check("nova.keypair"), default=None)
    admin_user: str | None = prop(
        "Has no effect: the image says who may log in.",
        default=None,
        support=hidden("5.0.0", previous=deprecated("2014.1", previous=since("2013.2"))),
    )
    availability_zone: str | None = prop("Where it is to be.", default=None)
    security_groups: tuple[Any, ...] = prop(
        "Names or ids of security groups, for ports that are made.", default=[]
    )
    networks: tuple[NetworkEntry, ...] | None = prop(
        "Its cards, in this order.", updatable=True, default=None
    )
    scheduler_hints: dict[str, Any] | None = prop("What the scheduler should heed.", default=None)
    metadata: dict[str, Any] = prop("What it is labelled with.", updatable=True, default={})
    user_data_format: str = prop(
        "What is made of the user data.",
        one_of("HEAT_CFNTOOLS", RAW, CONFIG),
        default="HEAT_CFNTOOLS",
    )
    software_config_transport: str = prop(
        "How an agent on it gets its configuration.",
        one_of("POLL_SERVER_CFN", "POLL_SERVER_HEAT", "POLL_TEMP_URL", "ZAQAR_MESSAGE"),
        updatable=True,
        default="POLL_SERVER_CFN",
    )
    user_data_update_policy: str = prop(
        "What becomes of it when its user data changes.",
        one_of("REPLACE", "IGNORE", "REBUILD"),
        updatable=True,
        default="REPLACE",
        support=since("6.0.0"),
    )
    user_data: str = prop(
        "What it does when it first starts: a text, or the id of a software configuration.",
        updatable=True,
        default="",
    )
    reservation_id: str | None = prop("The reservation that it is to use.", default=None)
    config_drive: bool | None = prop("Whether it has a disk with its metadata.", default=None)
    disk_config: str | None = prop(
        "Whether its disk is grown.", one_of("AUTO", "MANUAL"), name="diskConfig", default=None
    )
    personality: dict[str, Any] = prop(
        "Files to put into it: their texts by their paths.",
        default={},
        support=deprecated("12.0.0"),
    )
    admin_pass: str | None = prop(
        "The password of its administrator.", updatable=True, default=None
    )
    tags: tuple[str, ...] | None = prop(
        "What it is labelled with.", updatable=True, default=None, support=since("8.0.0")
    )
    deployment_swift_data: SwiftData = prop(
        "Where in the object store it finds its configuration.",
        updatable=True,
        default=SwiftData(),
        support=since("9.0.0"),
    )

    @override
    def must_replace(self, before: Self, changed: AbstractSet[str]) -> bool:
        policies = {
            "flavor": self.flavor_update_policy,
            "image": self.image_update_policy,
            "user_data": self.user_data_update_policy,
        }
        return any(policies[name] == "REPLACE" for name in changed & policies.keys())

    @override
    def problems(self) -> Iterable[str]:
        yield from block_devices.problems_of(
            self.image, self.block_device_mapping, self.block_device_mapping_v2
        )
        if not has_unknown([self.networks, self.security_groups]):
            yield from network_entries.problems_of(self.networks or (), self.security_groups)
