"""OS::Neutron::Router: what forwards traffic between networks."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Any, ClassVar

from typing_extensions import override

from calor.core.values import has_unknown
from calor.plugin import (
    After,
    Declared,
    Here,
    Move,
    Translation,
    attr,
    check,
    deprecated,
    hidden,
    prop,
    since,
)
from calor.resources.neutron.agents import schedule
from calor.resources.neutron.neutron_resource import NeutronResource, shelf_of


class ExternalFixedIP(Declared):
    """An address of a router on its external network."""

    ip_address: str | None = prop("The address.", check("ip_addr"), default=None)
    subnet: str | None = prop(
        "The subnet it is taken from.", finds="neutron.subnet", wire="subnet_id", default=None
    )


class Gateway(Declared):
    """How a router reaches the world."""

    network: str = prop(
        "The external network.",
        finds="neutron.network",
        unchecked=True,
        wire="network_id",
        updatable=True,
    )
    enable_snat: bool | None = prop(
        "Whether hosts behind it share its address.", updatable=True, default=None
    )
    external_fixed_ips: tuple[ExternalFixedIP, ...] | None = prop(
        "Its addresses there.", updatable=True, default=None, support=since("6.0.0")
    )


class Router(NeutronResource):
    """A router between networks."""

    type_name = "OS::Neutron::Router"
    extension = "router"
    shelf = shelf_of("routers")
    entity = "router"
    status_key = "status"
    attributes: ClassVar = {
        "status": attr("How it is."),
        "external_gateway_info": attr("How it reaches the world.", dict),
        "name": attr("What it is called."),
        "admin_state_up": attr("Whether it is in use."),
        "tenant_id": attr("The project that owns it."),
    }
    after = (
        After(
            type="OS::Neutron::Subnet",
            theirs=("network",),
            own=("external_gateway_info", "network"),
        ),
    )
    translations = (Translation(move=Move.ADD, path=("l3_agent_ids",), source=("l3_agent_id",)),)

    name: str | None = prop("What it is called.", updatable=True, default=None)
    external_gateway_info: Gateway | None = prop(
        "How it reaches the world.", updatable=True, default=None
    )
    value_specs: dict[str, Any] = prop(
        "Further fields of the router.", updatable=True, default={}, spread=True
    )
    admin_state_up: bool = prop("Whether it is in use.", updatable=True, default=True)
    l3_agent_id: str | None = prop(
        "The agent that serves it.",
        updatable=True,
        default=None,
        aside=True,
        support=hidden("6.0.0", "use l3_agent_ids", deprecated("2015.1", previous=since("2014.1"))),
    )
    l3_agent_ids: tuple[str, ...] | None = prop(
        "The agents that serve it.",
        updatable=True,
        default=None,
        aside=True,
        support=since("2015.1"),
    )
    distributed: bool | None = prop(
        "Whether it is spread over all hosts.", default=None, support=since("2015.1")
    )
    ha: bool | None = prop("Whether a second one stands by.", default=None, support=since("2015.1"))
    availability_zone_hints: tuple[Any, ...] | None = prop(
        "Where it should run.", updatable=True, default=None, support=since("19.0.0")
    )
    tags: tuple[str, ...] | None = prop(
        "What it is labelled with.",
        updatable=True,
        default=None,
        aside=True,
        support=since("9.0.0"),
    )
    tenant_id: str | None = prop(
        "The project that is to own it.", default=None, support=since("24.0.0")
    )

    @override
    async def finish(self, here: Here, names: AbstractSet[str]) -> None:
        if "l3_agent_ids" in names:
            await schedule(here, "l3", "routers", self.l3_agent_ids or ())
        await super().finish(here, names)

    @override
    def problems(self) -> Iterable[str]:
        yield from super().problems()
        if has_unknown([self.distributed, self.ha, self.l3_agent_ids]):
            return
        agents = self.l3_agent_ids or ()
        if self.distributed and agents:
            yield "a distributed router runs everywhere: leave l3_agent_ids out"
        if self.distributed and self.ha:
            yield "distributed and ha cannot both be given"
        if len(agents) > 1 and not self.ha:
            yield "l3_agent_ids: only a router with ha can have several agents"
