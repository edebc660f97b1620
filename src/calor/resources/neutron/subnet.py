"""OS::Neutron::Subnet: a block of addresses of a network."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Any, ClassVar, Literal, Self, TypeAlias

from typing_extensions import override

from calor.core.errors import ResourceFailed
from calor.core.values import has_unknown
from calor.plugin import (
    Declared,
    Here,
    Old,
    Support,
    at_least,
    attr,
    check,
    deprecated,
    hidden,
    one_of,
    prop,
    since,
)
from calor.plugin.network import is_ip
from calor.resources.neutron.neutron_resource import NeutronResource, shelf_of

Mode: TypeAlias = Literal["dhcpv6-stateful", "dhcpv6-stateless", "slaac"]


class AllocationPool(Declared):
    """Addresses that may be handed out."""

    start: str = prop("The first address.", check("ip_addr"))
    end: str = prop("The last address.", check("ip_addr"))


class HostRoute(Declared):
    """A route that hosts are told of."""

    destination: str = prop("Where it leads.", check("net_cidr"))
    nexthop: str = prop("Who knows the way.", check("ip_addr"))


class Subnet(NeutronResource):
    """A block of addresses for the ports of a network."""

    type_name = "OS::Neutron::Subnet"
    shelf = shelf_of("subnets")
    entity = "subnet"
    attributes: ClassVar = {
        "name": attr("What it is called."),
        "network_id": attr("The network it belongs to."),
        "tenant_id": attr("The project that owns it."),
        "allocation_pools": attr("The addresses that are handed out.", list),
        "gateway_ip": attr("The way out."),
        "host_routes": attr("The routes that hosts are told of.", list),
        "ip_version": attr("4 or 6."),
        "cidr": attr("The block."),
        "dns_nameservers": attr("Who is asked for names.", list),
        "enable_dhcp": attr("Whether addresses are handed out by DHCP."),
    }

    network: str = prop(
        "The network it belongs to.",
        finds="neutron.network",
        wire="network_id",
        was=Old("network_id", hidden("5.0.0", previous=deprecated("2014.2"))),
        support=since("2014.2"),
    )
    subnetpool: str | None = prop(
        "Where the block is taken from.",
        check("neutron.subnetpool"),
        finds="neutron.subnet_pool",
        wire="subnetpool_id",
        default=None,
        support=since("6.0.0"),
    )
    prefixlen: int | None = prop(
        "How large a block is taken from the pool.",
        at_least(0),
        default=None,
        support=since("6.0.0"),
    )
    cidr: str | None = prop("The block.", check("net_cidr"), default=None)
    value_specs: dict[str, Any] = prop(
        "Further fields of the subnet.", updatable=True, default={}, spread=True
    )
    name: str | None = prop("What it is called.", updatable=True, default=None)
    ip_version: int = prop("The kind of addresses.", one_of(4, 6), default=4)
    dns_nameservers: tuple[Any, ...] = prop("Who is asked for names.", updatable=True, default=[])
    gateway_ip: str | None = prop(
        "The way out: an address, null for none, or auto.", updatable=True, default=None
    )
    enable_dhcp: bool = prop(
        "Whether addresses are handed out by DHCP.", updatable=True, default=True
    )
    allocation_pools: tuple[AllocationPool, ...] | None = prop(
        "The addresses that may be handed out.", updatable=True, default=None
    )
    tenant_id: str | None = prop("The project that is to own it.", default=None)
    host_routes: tuple[HostRoute, ...] | None = prop(
        "The routes that hosts are told of.", updatable=True, default=None
    )
    ipv6_ra_mode: Mode | None = prop(
        "How routers announce themselves.", default=None, support=since("2015.1")
    )
    ipv6_address_mode: Mode | None = prop(
        "How hosts get their addresses.", default=None, support=since("2015.1")
    )
    segment: str | None = prop(
        "The segment of the network it is on.",
        finds="neutron.segment",
        wire="segment_id",
        updatable=True,
        default=None,
        support=Support(since="11.0.0", previous=since("9.0.0")),
    )
    tags: tuple[str, ...] | None = prop(
        "What it is labelled with.",
        updatable=True,
        default=None,
        aside=True,
        support=since("9.0.0"),
    )

    @override
    async def body(self, here: Here) -> dict[str, Any]:
        return _with_gateway(await super().body(here))

    @override
    async def changes(self, here: Here, before: Self, changed: AbstractSet[str]) -> dict[str, Any]:
        if "segment" in changed and before.segment is not None:
            raise ResourceFailed("segment: a subnet that is on a segment cannot be moved")
        if "gateway_ip" in changed and self.gateway_ip == "auto":
            raise ResourceFailed("gateway_ip: auto can be given to a new subnet only")
        return _with_gateway(await super().changes(here, before, changed))

    @override
    def problems(self) -> Iterable[str]:
        yield from super().problems()
        if not has_unknown([self.subnetpool, self.cidr, self.prefixlen]):
            yield from self._block_problems()
        if not has_unknown([self.ip_version, self.ipv6_ra_mode, self.ipv6_address_mode]):
            yield from self._mode_problems()
        if not has_unknown(self.gateway_ip) and self.gateway_ip not in (None, "", "~", "auto"):
            yield from filter(None, [is_ip(self.gateway_ip)])

    def _block_problems(self) -> Iterable[str]:
        if self.cidr and self.subnetpool is not None:
            yield "subnetpool and cidr cannot both be given"
        if not self.cidr and self.subnetpool is None:
            yield "one of subnetpool and cidr must be given"
        if self.cidr and self.prefixlen:
            yield "prefixlen and cidr cannot both be given"

    def _mode_problems(self) -> Iterable[str]:
        modes = {one for one in (self.ipv6_ra_mode, self.ipv6_address_mode) if one}
        if modes and self.ip_version == 4:  # noqa: PLR2004
            yield "ipv6_ra_mode and ipv6_address_mode are for ip_version 6"
        if len(modes) > 1:
            yield "ipv6_ra_mode and ipv6_address_mode must be the same where both are given"


def _with_gateway(body: dict[str, Any]) -> dict[str, Any]:
    """Say an explicit null, which is an empty text by now, as the service does."""
    if body.get("gateway_ip") == "auto":
        del body["gateway_ip"]
    elif body.get("gateway_ip") in ("", "~"):
        body["gateway_ip"] = None
    return body
