"""OS::Neutron::Net: a network, on which subnets and ports are made."""

from collections.abc import Set as AbstractSet
from typing import Any, ClassVar

from typing_extensions import override

from calor.core.values import Value
from calor.plugin import Here, Request, attr, check, prop, since
from calor.resources.neutron.agents import schedule
from calor.resources.neutron.neutron_resource import NeutronResource, shelf_of


class Net(NeutronResource):
    """A network: a place of its own in which ports reach each other."""

    type_name = "OS::Neutron::Net"
    shelf = shelf_of("networks")
    entity = "network"
    status_key = "status"
    attributes: ClassVar = {
        "status": attr("How the network is."),
        "name": attr("What it is called."),
        "subnets": attr("The ids of its subnets.", list),
        "admin_state_up": attr("Whether it is in use."),
        "tenant_id": attr("The project that owns it."),
        "port_security_enabled": attr(
            "Whether traffic of its ports is filtered.", bool, support=since("5.0.0")
        ),
        "mtu": attr("The largest packet it takes.", int, support=since("5.0.0")),
        "qos_policy_id": attr("The quality it promises.", support=since("6.0.0")),
        "l2_adjacency": attr("Whether it is one segment.", bool, support=since("9.0.0")),
        "segments": attr("What it is made of.", list, support=since("11.0.0")),
    }

    apart = frozenset({"segments"})

    name: str | None = prop("What the network is called.", updatable=True, default=None)
    value_specs: dict[str, Any] = prop(
        "Further fields of the network.", updatable=True, default={}, spread=True
    )
    admin_state_up: bool = prop("Whether it is in use.", updatable=True, default=True)
    tenant_id: str | None = prop("The project that is to own it.", default=None)
    shared: bool = prop("Whether other projects may use it.", updatable=True, default=False)
    dhcp_agent_ids: tuple[Any, ...] | None = prop(
        "The agents that hand out its addresses.", updatable=True, default=None, aside=True
    )
    port_security_enabled: bool | None = prop(
        "Whether traffic of new ports is filtered.",
        updatable=True,
        default=None,
        support=since("5.0.0"),
    )
    qos_policy: str | None = prop(
        "The quality it promises.",
        updatable=True,
        default=None,
        finds="neutron.qos_policy",
        wire="qos_policy_id",
        support=since("6.0.0"),
    )
    dns_domain: str | None = prop(
        "The domain of its ports.",
        check("dns_domain"),
        updatable=True,
        default=None,
        support=since("7.0.0"),
    )
    availability_zone_hints: tuple[Any, ...] | None = prop(
        "Where its services should run.", default=None, support=since("19.0.0")
    )
    tags: tuple[str, ...] | None = prop(
        "What it is labelled with.",
        updatable=True,
        default=None,
        aside=True,
        support=since("9.0.0"),
    )

    @override
    async def finish(self, here: Here, names: AbstractSet[str]) -> None:
        if "dhcp_agent_ids" in names:
            await schedule(here, "dhcp", "networks", self.dhcp_agent_ids or ())
        await super().finish(here, names)

    @override
    async def attribute(self, here: Here, name: str) -> Value:
        if name != "segments" or here.physical_id is None:
            return await super().attribute(here, name)
        query = {"network_id": here.physical_id}
        reply = await here.cloud.send(
            Request(service="network", method="GET", path="/v2.0/segments", query=query)
        )
        # Those that nobody has named come first, as in Heat.
        return sorted(reply.body["segments"], key=lambda one: one["name"] is not None)
