"""What a server's networks are declared with, and what may stand together there."""

from collections.abc import Iterable, Iterator
from typing import Any

from calor.core.values import has_unknown
from calor.plugin import Declared, check, deprecated, hidden, one_of, prop, since
from calor.resources.neutron.port_extra import PortExtra


class NetworkEntry(Declared):
    """One card of a server: a port, or where to make one."""

    uuid: str | None = prop(
        "The former name of network.",
        check("neutron.network"),
        default=None,
        support=hidden("5.0.0", previous=deprecated("2014.1")),
    )
    network: str | None = prop("The network.", check("neutron.network"), default=None)
    allocate_network: str | None = prop(
        "Have no network at all, or any that can be had.",
        one_of("none", "auto"),
        updatable=True,
        default=None,
        support=since("9.0.0"),
    )
    fixed_ip: str | None = prop("The address.", check("ip_addr"), default=None)
    port: str | None = prop("A port that is there.", check("neutron.port"), default=None)
    port_extra_properties: PortExtra | None = prop(
        "What else is asked of the port that is made.",
        updatable=True,
        default=None,
        support=since("6.0.0"),
    )
    subnet: str | None = prop("The subnet of its address.", default=None, support=since("5.0.0"))
    floating_ip: str | None = prop(
        "The id of a floating address that is to lead here.", default=None, support=since("6.0.0")
    )
    tag: str | None = prop(
        "By which the server tells the card.", default=None, support=since("9.0.0")
    )

    @property
    def needs_port(self) -> bool:
        """Whether a port must be made, as the compute service cannot be told enough."""
        return not self.port and bool(self.subnet or self.port_extra_properties)


def problems_of(entries: tuple[NetworkEntry, ...], groups: tuple[Any, ...]) -> Iterator[str]:
    """Return what is wrong with a server's networks."""
    known = [one for one in entries if not has_unknown([one])]
    for one in known:
        yield from _problems(one)
    known = [one for one in known if not has_unknown([one.port, one.allocate_network])]
    if len(entries) > 1 and any(one.allocate_network for one in known):
        yield "networks: allocate_network must stand alone"
    if groups and any(one.port for one in known):
        yield "security_groups cannot be given beside a port of networks: the port has its own"


def _problems(one: NetworkEntry) -> Iterable[str]:
    places = [one.network, one.uuid, one.port, one.subnet]
    others = [*places, one.fixed_ip, one.floating_ip, one.tag, one.port_extra_properties]
    if has_unknown([*others, one.allocate_network]):
        return
    if one.allocate_network and any(others):
        yield "networks: allocate_network must stand alone"
    elif not one.allocate_network and not any(places):
        yield "networks: give one of network, port, subnet or allocate_network"
    if one.fixed_ip and one.port:
        yield "networks: fixed_ip cannot be given for a port: it has its own"
    if one.floating_ip and not (one.port or one.needs_port):
        yield "networks: floating_ip needs a port, a subnet or port_extra_properties"
