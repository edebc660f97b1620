"""OS::Neutron::Port: where something is plugged into a network."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import Any, ClassVar, Self

from typing_extensions import override

from calor.core.errors import CloudNotFound
from calor.core.values import Value, has_unknown
from calor.plugin import (
    After,
    Declared,
    Here,
    Old,
    Request,
    attr,
    check,
    deprecated,
    hidden,
    one_of,
    prop,
    since,
)
from calor.resources.neutron.neutron_resource import NeutronResource, id_of, shelf_of
from calor.resources.neutron.port_extra import PortExtra

PROFILE = "binding:profile"


class FixedIP(Declared):
    """An address of a port."""

    subnet: str | None = prop(
        "The subnet it is taken from.",
        finds="neutron.subnet",
        wire="subnet_id",
        default=None,
        # The blank is in Heat's own table.
        was=Old("subnet_id", hidden("5.0.0", previous=deprecated("2014.2 "))),
        support=since("2014.2"),
    )
    ip_address: str | None = prop("The address.", check("ip_addr"), default=None)


class Port(PortExtra, NeutronResource):
    """A port of a network, with its addresses."""

    type_name = "OS::Neutron::Port"
    shelf = shelf_of("ports")
    entity = "port"
    status_key = "status"
    attributes: ClassVar = {
        "admin_state_up": attr("Whether it is in use."),
        "device_id": attr("What is plugged in."),
        "device_owner": attr("Who has plugged it in."),
        "fixed_ips": attr("Its addresses.", list),
        "mac_address": attr("Its hardware address."),
        "name": attr("What it is called."),
        "network_id": attr("The network it belongs to."),
        "security_groups": attr("The ids of its security groups.", list),
        "status": attr("How it is."),
        "tenant_id": attr("The project that owns it."),
        "allowed_address_pairs": attr("What else it may send as.", list),
        "subnets": attr("The subnets of its addresses.", list),
        "port_security_enabled": attr(
            "Whether its traffic is filtered.", bool, support=since("5.0.0")
        ),
        "qos_policy_id": attr("The quality it promises.", support=since("6.0.0")),
        "dns_assignment": attr("Its names.", dict, support=since("7.0.0")),
        "network": attr("The network it belongs to.", dict, support=since("11.0.0")),
        "propagate_uplink_status": attr(
            "Whether it tells of its uplink.", bool, support=since("15.0.0")
        ),
    }
    makes_way = True
    apart = frozenset({"subnets", "network"})
    # The service may give it an address of any of them.
    after = (After(type="OS::Neutron::Subnet", theirs=("network",), own=("network",)),)

    network: str = prop(
        "The network it belongs to.",
        finds="neutron.network",
        wire="network_id",
        was=Old("network_id", hidden("5.0.0", previous=deprecated("2014.2"))),
        support=since("2014.2"),
    )
    name: str | None = prop("What it is called.", updatable=True, default=None)
    fixed_ips: tuple[FixedIP, ...] | None = prop(
        "Its addresses; the service chooses where none are given.", updatable=True, default=None
    )
    device_id: str = prop("What is plugged in.", updatable=True, default="")
    security_groups: tuple[Any, ...] | None = prop(
        "Names or ids of its security groups; the default one if none are given, "
        "none at all for an empty list.",
        updatable=True,
        default=None,
    )
    device_owner: str = prop("Who has plugged it in.", updatable=True, default="")
    replacement_policy: str = prop(
        "Whether every update replaces it.",
        one_of("REPLACE_ALWAYS", "AUTO"),
        updatable=True,
        default="AUTO",
        aside=True,
        support=hidden("9.0.0", previous=deprecated("6.0.0", previous=since("2014.2"))),
    )
    dns_name: str | None = prop(
        "Its name in the network's domain.",
        check("dns_name"),
        updatable=True,
        default=None,
        support=since("7.0.0"),
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
        body = await super().body(here)
        if self.no_fixed_ips:
            body["fixed_ips"] = []
        elif not self.fixed_ips:
            body.pop("fixed_ips", None)
        return await self._found(here, body)

    @override
    async def changes(self, here: Here, before: Self, changed: AbstractSet[str]) -> dict[str, Any]:
        body = await super().changes(here, before, changed)
        if self.no_fixed_ips and changed & {"fixed_ips", "no_fixed_ips"}:
            body["fixed_ips"] = []
        elif not self.fixed_ips:
            # Addresses that the service has chosen stay.
            body.pop("fixed_ips", None)
        if "security_groups" in changed and self.security_groups is None:
            body["security_groups"] = ["default"]
        if PROFILE in body:
            body[PROFILE] = await self._profile(here, before)
        return await self._found(here, body)

    async def _found(self, here: Here, body: dict[str, Any]) -> dict[str, Any]:
        """Put ids in place of names."""
        groups, policy = body.get("security_groups"), body.get("qos_policy_id")
        if groups is not None:
            found = [await id_of(here, "neutron.security_group", one) for one in groups]
            body["security_groups"] = found
        if policy is not None:
            id_or_none = await id_of(here, "neutron.qos_policy", policy) if policy else None
            body["qos_policy_id"] = id_or_none
        return body

    async def _profile(self, here: Here, before: Self) -> dict[str, Any]:
        """Return the present profile with just what has changed: other services write there too."""
        old, new = before.value_specs.get(PROFILE) or {}, self.value_specs[PROFILE] or {}
        present = (await self.ask(here, "GET")).get(PROFILE) or {}
        merged = {**present, **{key: one for key, one in new.items() if one != old.get(key)}}
        return {key: one for key, one in merged.items() if one is not None}

    @override
    async def make_way(self, here: Here) -> None:
        with suppress(CloudNotFound):
            await self.ask(here, "PUT", {"fixed_ips": []})

    @override
    async def take_back(self, here: Here, shown: Mapping[str, Value]) -> None:
        if shown.get("fixed_ips"):
            await self.ask(here, "PUT", {"fixed_ips": shown["fixed_ips"]})

    @override
    async def attribute(self, here: Here, name: str) -> Value:
        if name not in self.apart or here.physical_id is None:
            return await super().attribute(here, name)
        port = await self.ask(here, "GET")
        if name == "network":
            return await _shown(here, "network", port["network_id"])
        ids = [one["subnet_id"] for one in port["fixed_ips"]]
        return [await _shown(here, "subnet", one) for one in ids]

    @override
    def must_replace(self, before: Self, changed: AbstractSet[str]) -> bool:
        return self.replacement_policy == "REPLACE_ALWAYS"

    @override
    def problems(self) -> Iterable[str]:
        yield from super().problems()
        given = [self.fixed_ips, self.no_fixed_ips]
        if not has_unknown(given) and all(given):
            yield "fixed_ips and no_fixed_ips cannot both be given"


async def _shown(here: Here, entity: str, object_id: str) -> Value:
    path = f"/v2.0/{entity}s/{object_id}"
    reply = await here.cloud.send(Request(service="network", method="GET", path=path))
    return reply.body[entity]
