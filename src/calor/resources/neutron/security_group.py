"""OS::Neutron::SecurityGroup: which traffic ports let through."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import Any, Final, Literal

from typing_extensions import override

from calor.core.errors import CloudNotFound
from calor.core.state import Action
from calor.core.values import has_unknown
from calor.plugin import Declared, Here, Request, between, check, one_of, prop, since
from calor.plugin.wire import worded
from calor.resources.neutron.neutron_resource import NeutronResource, id_of, shelf_of

PROTOCOLS: Final = (
    *("ah", "dccp", "egp", "esp", "gre", "icmp", "icmpv6", "igmp", "ipv6-encap", "ipv6-frag"),
    *("ipv6-icmp", "ipv6-nonxt", "ipv6-opts", "ipv6-route", "ospf", "pgm", "rsvp", "sctp"),
    *("tcp", "udp", "udplite", "vrrp"),
)
SPELLED: Final = {"icmpv6": "ipv6-icmp"}
"""What the service makes of a protocol's name."""

TELLING: Final = (
    "direction",
    "ethertype",
    "protocol",
    "port_range_min",
    "port_range_max",
    "remote_group_id",
    "remote_ip_prefix",
)
"""What makes two rules different."""


class Rule(Declared):
    """Some traffic that is let through."""

    direction: Literal["ingress", "egress"] = prop("Into the port or out of it.", default="ingress")
    ethertype: Literal["IPv4", "IPv6"] = prop("The kind of addresses.", default="IPv4")
    port_range_min: int | None = prop(
        "The first port, or the ICMP type.", between(0, 65535), default=None
    )
    port_range_max: int | None = prop(
        "The last port, or the ICMP code.", between(0, 65535), default=None
    )
    protocol: str | None = prop(
        "The protocol, by name or number; all if none is given.",
        one_of(*range(256), *PROTOCOLS),
        default=None,
    )
    remote_mode: Literal["remote_ip_prefix", "remote_group_id"] = prop(
        "Whether the other side is told by its address or its group.",
        default="remote_ip_prefix",
        aside=True,
    )
    remote_group_id: str | None = prop(
        "The group of the other side; this one if none is given.",
        check("neutron.security_group"),
        default=None,
    )
    remote_ip_prefix: str | None = prop(
        "The addresses of the other side; all if none are given.", check("net_cidr"), default=None
    )
    description: str | None = prop("What it is for.", default=None, support=since("27.0.0"))


OUTWARD: Final = (Rule(direction="egress"), Rule(direction="egress", ethertype="IPv6"))
"""What the service gives a new group: everything may go out."""


class SecurityGroup(NeutronResource):
    """Rules for the traffic of ports; what no rule lets through is dropped."""

    type_name = "OS::Neutron::SecurityGroup"
    support = since("2014.1")
    extension = "security-group"
    shelf = shelf_of("security-groups")
    entity = "security_group"
    mark = None  # here the description is the author's

    name: str | None = prop("What it is called.", updatable=True, default=None)
    description: str | None = prop("What it is for.", updatable=True, default=None)
    rules: tuple[Rule, ...] = prop("What is let through.", updatable=True, default=[], aside=True)
    stateful: bool | None = prop(
        "Whether answers are let through without a rule.",
        updatable=True,
        default=None,
        support=since("27.0.0"),
    )

    @override
    async def finish(self, here: Here, names: AbstractSet[str]) -> None:
        if "rules" not in names:
            return
        goes_out = any(one.direction == "egress" for one in self.rules)
        wanted = [await _worded(one, here) for one in (*self.rules, *(() if goes_out else OUTWARD))]
        present = (await self.ask(here, "GET"))["security_group_rules"]
        for one in present:
            # A new group keeps what it was given, unless rules say what may go out.
            is_given = here.action is Action.CREATE and one["direction"] == "ingress"
            if not is_given and _telling(one) not in map(_telling, wanted):
                await _drop(here, one["id"])
        there = set(map(_telling, present))
        if missing := [one for one in wanted if _telling(one) not in there]:
            await _send(here, "POST", "", {"security_group_rules": missing})

    @override
    def problems(self) -> Iterable[str]:
        yield from super().problems()
        if not has_unknown(self.name) and self.name == "default":
            yield "name: default is the name of the group that every project has"


async def _worded(rule: Rule, here: Here) -> dict[str, Any]:
    body = worded(rule)
    body["security_group_id"] = here.physical_id
    if rule.remote_mode == "remote_ip_prefix":
        body.pop("remote_group_id", None)
        return body
    body.pop("remote_ip_prefix", None)
    group = rule.remote_group_id
    found = await id_of(here, "neutron.security_group", group) if group else here.physical_id
    return {**body, "remote_group_id": found}


def _telling(rule: Mapping[str, Any]) -> tuple[str, ...]:
    told = {**rule, "protocol": SPELLED.get(str(rule.get("protocol")), rule.get("protocol"))}
    return tuple("" if told.get(key) is None else str(told[key]) for key in TELLING)


async def _drop(here: Here, rule: str) -> None:
    with suppress(CloudNotFound):
        await _send(here, "DELETE", f"/{rule}")


async def _send(here: Here, method: str, below: str, body: Any = None) -> None:
    path = f"/v2.0/security-group-rules{below}"
    await here.cloud.send(Request(service="network", method=method, path=path, body=body))
