"""What a server's attributes tell that it does not tell itself: addresses and consoles."""

import ipaddress
from collections.abc import Iterable, Mapping
from typing import Any, Final

from calor.core.errors import CloudError, CloudNotFound
from calor.core.values import Value
from calor.plugin import Here
from calor.resources.nova.calls import compute, network

CONSOLES: Final = {
    "novnc": "vnc",
    "xvpvnc": "vnc",
    "spice-html5": "spice",
    "rdp-html5": "rdp",
    "serial": "serial",
    "webmks": "mks",
}
"""The kinds of consoles, and how each is spoken to."""


async def networks_of(here: Here, server: Mapping[str, Any]) -> dict[str, Value]:
    """Return a server's addresses by the names of its networks, and by their ids."""
    named = {
        label: [one["addr"] for one in addresses]
        for label, addresses in (server.get("addresses") or {}).items()
    }
    ids = {str(one["network_id"]) for one in await _ports(here, server)}
    labels = {one: (await _network(here, one)).get("name") for one in sorted(ids)}
    return named | {one: named[label] for one, label in labels.items() if label in named}


def first_address_of(server: Mapping[str, Any]) -> str:
    """Return one of a server's addresses, if there is any."""
    known = server.get("addresses") or {}
    found = (known[label][0]["addr"] for label in sorted(known, reverse=True) if known[label])
    return str(next(found, ""))


async def addresses_of(here: Here, server: Mapping[str, Any]) -> dict[str, Value]:
    """Return a server's addresses with their ports, by the names and ids of networks."""
    found: dict[str, Any] = {}
    for port in await _ports(here, server):
        told = await _network(here, port["network_id"])
        subnets = [await _subnet(here, one["subnet_id"]) for one in port["fixed_ips"]]
        beside = {"subnets": subnets, "network": told}
        told_of = [one async for one in _addresses(here, port, beside)]
        for label in {told.get("name"), port["network_id"]} - {None}:
            found.setdefault(label, []).extend(told_of)
    return found


async def consoles_of(here: Here, server_id: str, kinds: Iterable[str]) -> dict[str, Value]:
    """Return where a server's consoles are; one that cannot be had says why."""
    return {kind: await _console(here, server_id, kind) for kind in kinds}


def consoles_read(reads: Iterable[tuple[Value, ...]]) -> list[str]:
    """Return the kinds of consoles that somebody reads: all, unless just some are named."""
    paths = [one for one in reads if one and one[0] == "console_urls"]
    named = {str(one[1]) for one in paths if len(one) > 1}
    return sorted(named) if paths and all(len(one) > 1 for one in paths) else list(CONSOLES)


async def _console(here: Here, server_id: str, kind: str) -> str:
    if kind not in CONSOLES:
        return f"Unsupported console_type {kind!r}"
    asked = {"remote_console": {"protocol": CONSOLES[kind], "type": kind}}
    try:
        body = await compute(here, "POST", f"/servers/{server_id}/remote-consoles", asked, "2.8")
    except CloudError as problem:
        return f"Cannot get console url: {problem}"
    return str(body["remote_console"]["url"])


async def _addresses(here: Here, port: Mapping[str, Any], beside: Mapping[str, Any]) -> Any:
    query = {"port_id": port["id"]}
    floating = (await network(here, "GET", "/floatingips", query=query))["floatingips"]
    for fixed in port["fixed_ips"]:
        address = str(fixed["ip_address"])
        told = {
            "version": ipaddress.ip_address(address).version,
            "OS-EXT-IPS-MAC:mac_addr": port["mac_address"],
        }
        for one in floating:
            if one["fixed_ip_address"] == address:
                public = {"addr": one["floating_ip_address"], "OS-EXT-IPS:type": "floating"}
                yield {**told, **public, "port": None}
        yield {**told, "addr": address, "OS-EXT-IPS:type": "fixed", "port": port["id"], **beside}


async def _ports(here: Here, server: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    query = {"device_id": str(server["id"])}
    found: list[Mapping[str, Any]] = (await network(here, "GET", "/ports", query=query))["ports"]
    return found


async def _network(here: Here, network_id: str) -> Mapping[str, Any]:
    return await _shown(here, "network", network_id)


async def _subnet(here: Here, subnet_id: str) -> Mapping[str, Any]:
    return await _shown(here, "subnet", subnet_id)


async def _shown(here: Here, entity: str, object_id: str) -> Mapping[str, Any]:
    try:
        body = await network(here, "GET", f"/{entity}s/{object_id}")
    except CloudNotFound:
        return {}
    found: Mapping[str, Any] = body[entity]
    return found
