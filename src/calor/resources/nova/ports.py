"""The ports that are made for a server, where the compute service cannot be told enough.

All of them carry the server's generated name, so that those are found again whose
making was interrupted, and none is left when the server goes.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Final

from calor.core.errors import CloudNotFound, ResourceFailed
from calor.plugin import Here
from calor.plugin.resolving import ID
from calor.plugin.wire import worded
from calor.resources.neutron.port_extra import PortExtra
from calor.resources.nova.calls import network
from calor.resources.nova.network_entries import NetworkEntry

PORTS: Final = "internal_ports"
"""The ids of the ports that were made."""


async def ensure_port(here: Here, entry: NetworkEntry, number: int, groups: Iterable[str]) -> str:
    """Return the id of a server's port of a number, which is made unless it is there."""
    name = f"{here.name}-port-{number}"
    found = next((one for one in await marked_ports(here) if one["name"] == name), None)
    if found is None:
        body = {"name": name, "description": here.physical_name()}
        body |= await port_body(here, entry, groups)
        found = (await network(here, "POST", "/ports", {"port": body}))["port"]
    note_ports(here, [found["id"]])
    return str(found["id"])


async def marked_ports(here: Here) -> list[Mapping[str, Any]]:
    """Return the ports that were made for a server."""
    query = {"description": here.physical_name()}
    found: list[Mapping[str, Any]] = (await network(here, "GET", "/ports", query=query))["ports"]
    return found


def note_ports(here: Here, port_ids: Iterable[str]) -> None:
    """Note that ports were made for a server."""
    here.data[PORTS] = [*dict.fromkeys([*(here.data.get(PORTS) or ()), *port_ids])]


async def remove_port(here: Here, port_id: str) -> None:
    """Remove a port that was made for a server, if it is there."""
    with suppress(CloudNotFound):
        await network(here, "DELETE", f"/ports/{port_id}")
    here.data[PORTS] = [one for one in here.data.get(PORTS) or () if one != port_id]


async def remove_ports(here: Here, entries: Iterable[NetworkEntry]) -> None:
    """Remove all ports that were made for a server, those that nobody has noted, too."""
    port_ids = {str(one) for one in here.data.get(PORTS) or ()}
    if port_ids or any(one.needs_port for one in entries):
        port_ids |= {str(one["id"]) for one in await marked_ports(here)}
    for port_id in sorted(port_ids):
        await remove_port(here, port_id)


async def port_body(here: Here, entry: NetworkEntry, groups: Iterable[str]) -> dict[str, Any]:
    """Return what to ask for to have the port that an entry wants."""
    body: dict[str, Any] = {"network_id": await network_of(here, entry)}
    place = {"ip_address": entry.fixed_ip, "subnet_id": entry.subnet}
    if fixed := {key: one for key, one in place.items() if one}:
        body["fixed_ips"] = [fixed]
    if ids := [await _found(here, "neutron.security_group", one) for one in groups]:
        body["security_groups"] = ids
    if entry.port_extra_properties:
        body |= await extra_body(here, entry.port_extra_properties)
    return body


async def extra_body(here: Here, extra: PortExtra) -> dict[str, Any]:
    """Return what else to ask of a port."""
    body = worded(extra)
    if extra.no_fixed_ips:
        body["fixed_ips"] = []
    if extra.qos_policy:
        body["qos_policy_id"] = await _found(here, "neutron.qos_policy", extra.qos_policy)
    return body


async def network_of(here: Here, entry: NetworkEntry) -> str | None:
    """Return the network of an entry; a subnet says which it is."""
    if not entry.subnet:
        return entry.network
    subnet = (await network(here, "GET", f"/subnets/{entry.subnet}"))["subnet"]
    if entry.network and subnet["network_id"] != entry.network:
        raise ResourceFailed(
            f"networks: the subnet {entry.subnet} does not belong to the network {entry.network}"
        )
    return str(subnet["network_id"])


async def lead(here: Here, floating_ip: str, port_id: str | None, address: str | None) -> None:
    """Have a floating address lead to a port, or nowhere."""
    target = {"port_id": port_id} | ({"fixed_ip_address": address} if address else {})
    path = f"/floatingips/{floating_ip}"
    if port_id is not None:
        await network(here, "PUT", path, {"floatingip": target})
        return
    with suppress(CloudNotFound):
        await network(here, "PUT", path, {"floatingip": target})


async def _found(here: Here, kind: str, name_or_id: str) -> str:
    return name_or_id if ID.fullmatch(name_or_id) else await here.cloud.find(kind, name_or_id)
