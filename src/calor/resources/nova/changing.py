"""Which steps bring a server from one set of properties to another."""

from collections.abc import Set as AbstractSet
from typing import Any, Final

from calor.core.errors import ResourceFailed
from calor.plugin import Here
from calor.resources.nova.booting import allocation_of
from calor.resources.nova.calls import network
from calor.resources.nova.declared_server import DeclaredServer
from calor.resources.nova.interfaces import Rewiring, cards_of, rewired
from calor.resources.nova.network_entries import NetworkEntry
from calor.resources.nova.ports import PORTS, ensure_port, extra_body, lead

COUNT: Final = "port_count"
"""How many ports were ever made, so that each has a name of its own."""


async def stages_of(
    here: Here, wanted: DeclaredServer, before: DeclaredServer, changed: AbstractSet[str]
) -> list[dict[str, Any]]:
    """Return the steps in their order: cards, size, image, password."""
    stages: list[dict[str, Any]] = [{"step": "tag"}] if "tags" in changed else []
    # No networks and an empty list of them are the same.
    if "networks" in changed and (wanted.networks or before.networks):
        stages += await _rewire(here, wanted, before)
    if "flavor" in changed:
        stages.append({"step": "resize"})
    is_new_data = "user_data" in changed and wanted.user_data_update_policy == "REBUILD"
    if is_new_data or ("image" in changed and wanted.image):
        stages.append({"step": "rebuild", "user_data": is_new_data})
    elif "admin_pass" in changed and wanted.admin_pass:
        stages.append({"step": "password"})
    return stages


async def _rewire(
    here: Here, wanted: DeclaredServer, before: DeclaredServer
) -> list[dict[str, Any]]:
    cards = await cards_of(here, here.physical_id or "")
    entries, had = list(wanted.networks or ()), list(before.networks or ())
    if word := allocation_of(entries):
        rewiring = Rewiring(leave=cards, join=[0] if word == "auto" else [])
        entries = [NetworkEntry(network=await _any_network(here))] if word == "auto" else []
        is_left_to_nova = False
    else:
        old = [] if allocation_of(had) else had
        ports = [str(one) for one in here.data.get(PORTS) or ()]
        rewiring = await rewired(here, old, entries, cards, ports)
        is_left_to_nova = bool(had) and not entries
    await _settle(here, rewiring)
    joins = (
        [{"step": "attach"}] if is_left_to_nova else await _join(here, wanted, entries, rewiring)
    )
    return [*({"step": "detach", "port": one.port} for one in rewiring.leave), *joins]


async def _settle(here: Here, rewiring: Rewiring) -> None:
    """Change what can be changed at once: addresses, and ports that stay."""
    for floating_ip in rewiring.freed:
        await lead(here, floating_ip, None, None)
    for floating_ip, port, address in rewiring.led:
        await lead(here, floating_ip, port, address)
    for port, extra in rewiring.refit:
        await network(here, "PUT", f"/ports/{port}", {"port": await extra_body(here, extra)})


async def _join(
    here: Here, wanted: DeclaredServer, entries: list[NetworkEntry], rewiring: Rewiring
) -> list[dict[str, Any]]:
    """Return the steps that plug new cards in; each has a port, so that none comes twice."""
    first = here.data.get(COUNT) or len(wanted.networks or ()) + len(rewiring.leave)
    stages = []
    for count, number in enumerate(rewiring.join):
        entry = entries[number]
        port = entry.port or await ensure_port(here, entry, first + count, wanted.security_groups)
        if entry.floating_ip:
            await lead(here, entry.floating_ip, port, entry.fixed_ip)
        stages.append({"step": "attach", "port": port, "tag": entry.tag})
    here.data[COUNT] = first + len(rewiring.join)
    return stages


async def _any_network(here: Here) -> str:
    """Return the only network there is, or one that the network service allocates."""
    project = await here.cloud.project()
    own = {"tenant_id": project, "shared": "false", "admin_state_up": "true"}
    found = [
        str(one["id"])
        for query in (own, {"shared": "true"})
        for one in (await network(here, "GET", "/networks", query=query))["networks"]
        if not one.get("router:external")
    ]
    if len(found) > 1:
        raise ResourceFailed("networks: there is more than one network; say which is meant")
    if found:
        return found[0]
    body = await network(here, "GET", f"/auto-allocated-topology/{project}")
    return str(body["auto_allocated_topology"]["id"])
