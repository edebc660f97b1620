"""OS::Neutron::FloatingIP: an address of the outside that leads to a port."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Any, ClassVar, Self

from typing_extensions import override

from calor.core.values import has_unknown
from calor.plugin import After, Here, Old, attr, check, deprecated, hidden, prop, since
from calor.resources.neutron.neutron_resource import NeutronResource, shelf_of


class FloatingIP(NeutronResource):
    """An address of an external network, for a port of ours."""

    type_name = "OS::Neutron::FloatingIP"
    shelf = shelf_of("floatingips")
    entity = "floatingip"
    attributes: ClassVar = {
        "router_id": attr("The router that translates it."),
        "tenant_id": attr("The project that owns it."),
        "floating_network_id": attr("The network it is taken from."),
        "fixed_ip_address": attr("The address it leads to.", live=True),
        "floating_ip_address": attr("The address."),
        "port_id": attr("The port it leads to.", live=True),
    }

    # It leads nowhere before its port can be reached from the outside.
    after = (
        After(type="OS::Neutron::RouterGateway", theirs=("network",), own=("floating_network",)),
        After(
            type="OS::Neutron::Router",
            theirs=("external_gateway_info", "network"),
            own=("floating_network",),
        ),
        After(
            type="OS::Neutron::RouterInterface",
            theirs=("subnet",),
            own=("fixed_ips", "subnet"),
            through="OS::Neutron::Port",
        ),
    )

    floating_network: str = prop(
        "The network it is taken from.",
        finds="neutron.network",
        wire="floating_network_id",
        was=Old("floating_network_id", hidden("5.0.0", previous=deprecated("2014.2"))),
        support=since("2014.2"),
    )
    floating_subnet: str | None = prop(
        "The subnet it is taken from.",
        finds="neutron.subnet",
        wire="subnet_id",
        default=None,
        support=since("9.0.0"),
    )
    value_specs: dict[str, Any] = prop(
        "Further fields of the floating address.", default={}, spread=True
    )
    port_id: str | None = prop(
        "The port it leads to.", check("neutron.port"), updatable=True, default=None
    )
    fixed_ip_address: str | None = prop(
        "Which of the port's addresses it leads to.",
        check("ip_addr"),
        updatable=True,
        default=None,
    )
    floating_ip_address: str | None = prop(
        "The address, where one is asked for.",
        check("ip_addr"),
        default=None,
        support=since("5.0.0"),
    )
    # The service lets nobody change a name that is there; like Heat, we leave it.
    dns_name: str | None = prop(
        "Its name.",
        check("rel_dns_name"),
        updatable=True,
        default=None,
        support=since("7.0.0"),
    )
    dns_domain: str | None = prop(
        "The domain of its name.",
        check("dns_domain"),
        updatable=True,
        default=None,
        support=since("7.0.0"),
    )

    @override
    async def changes(self, here: Here, before: Self, changed: AbstractSet[str]) -> dict[str, Any]:
        if not changed & {"port_id", "fixed_ip_address"}:
            return {}
        return {"port_id": self.port_id, "fixed_ip_address": self.fixed_ip_address}

    @override
    def problems(self) -> Iterable[str]:
        yield from super().problems()
        if has_unknown([self.fixed_ip_address, self.port_id]):
            return
        if self.fixed_ip_address is not None and self.port_id is None:
            yield "fixed_ip_address needs a port_id"
