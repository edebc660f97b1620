"""What a port of its own and one that is made for a server have in common."""

from typing import Any

from calor.plugin import Declared, check, one_of, prop, since


class AddressPair(Declared):
    """What a port may send as, beside its own addresses."""

    ip_address: str = prop("An address, or a block of them.", check("ip_or_cidr"))
    mac_address: str | None = prop(
        "The hardware address; the port's own if none is given.", check("mac_addr"), default=None
    )


class PortExtra(Declared):
    """What is asked of a port, whether it stands for itself or is made for a server."""

    value_specs: dict[str, Any] = prop(
        "Further fields of the port.", updatable=True, default={}, spread=True
    )
    admin_state_up: bool = prop("Whether it is in use.", updatable=True, default=True)
    mac_address: str | None = prop("Its hardware address.", check("mac_addr"), default=None)
    allowed_address_pairs: tuple[AddressPair, ...] | None = prop(
        "What else it may send as.", updatable=True, default=None
    )
    vnic_type: str = prop(
        "The kind of card behind it.",
        one_of(
            "normal",
            "direct",
            "macvtap",
            "direct-physical",
            "baremetal",
            "virtio-forwarder",
            "smart-nic",
        ),
        name="binding:vnic_type",
        updatable=True,
        default="normal",
        support=since("2015.1"),
    )
    port_security_enabled: bool | None = prop(
        "Whether its traffic is filtered.", updatable=True, default=None, support=since("5.0.0")
    )
    qos_policy: str | None = prop(
        "The quality it promises.",
        check("neutron.qos_policy"),
        wire="qos_policy_id",
        updatable=True,
        default=None,
        support=since("6.0.0"),
    )
    propagate_uplink_status: bool | None = prop(
        "Whether it tells of its uplink.", updatable=True, default=None, support=since("15.0.0")
    )
    no_fixed_ips: bool = prop(
        "Have no address.", updatable=True, default=False, aside=True, support=since("16.0.0")
    )
