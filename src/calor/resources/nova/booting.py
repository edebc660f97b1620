"""What the compute service is asked for to make a server."""

import base64
import ipaddress
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from calor.plugin import Here
from calor.resources.nova.calls import COMPUTE
from calor.resources.nova.declared_server import DeclaredServer
from calor.resources.nova.network_entries import NetworkEntry
from calor.resources.nova.ports import ensure_port, lead, network_of

NAMED_NETWORKS: Final = "2.37"
TAGGED_CARDS: Final = "2.42"
TYPED_VOLUMES: Final = "2.67"


def microversion_of(server: DeclaredServer) -> str:
    """Return the oldest microversion that knows all that is asked for."""
    if any(one.volume_type for one in server.block_device_mapping_v2 or ()):
        return TYPED_VOLUMES
    if any(one.tag for one in server.networks or ()):
        return TAGGED_CARDS
    return NAMED_NETWORKS if allocation_of(server.networks) else COMPUTE


def allocation_of(entries: Sequence[NetworkEntry] | None) -> str | None:
    """Return `none` or `auto`, where a server's networks are said by a word."""
    return next((one.allocate_network for one in entries or () if one.allocate_network), None)


async def body_of(here: Here, server: DeclaredServer, user_data: str) -> dict[str, Any]:
    """Return the server in the service's words, but for its name."""
    body = {
        "imageRef": server.image or "",
        "flavorRef": server.flavor,
        "key_name": server.key_name or None,
        "availability_zone": server.availability_zone or None,
        "config_drive": server.config_drive,
        "OS-DCF:diskConfig": server.disk_config,
        "adminPass": server.admin_pass or None,
        "metadata": texts(server.metadata) or None,
        "user_data": encoded(user_data) if user_data else None,
        "security_groups": [{"name": one} for one in server.security_groups] or None,
        "personality": files(server.personality) or None,
        "block_device_mapping": [one.worded() for one in server.block_device_mapping or ()] or None,
        "block_device_mapping_v2": [one.worded() for one in server.block_device_mapping_v2 or ()]
        or None,
        "networks": await _networks(here, server),
    }
    return {key: one for key, one in body.items() if one is not None}


def hints_of(server: DeclaredServer) -> dict[str, Any]:
    """Return what the scheduler should heed; it is told of reservations, too."""
    reserved = {"reservation": server.reservation_id} if server.reservation_id else {}
    return {**(server.scheduler_hints or {}), **reserved}


def texts(metadata: Mapping[str, Any]) -> dict[str, str]:
    """Return labels as the service takes them: what is no text becomes JSON."""
    return {key: one if isinstance(one, str) else json.dumps(one) for key, one in metadata.items()}


def files(personality: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return files as the service takes them."""
    return [
        {"path": path, "contents": encoded(str(text or ""))} for path, text in personality.items()
    ]


def encoded(text: str) -> str:
    """Return a text as the service takes it."""
    return base64.b64encode(text.encode()).decode()


async def _networks(here: Here, server: DeclaredServer) -> Any:
    if word := allocation_of(server.networks):
        return word
    if not server.networks:
        # Newer versions must be told what older ones do by themselves.
        return None if microversion_of(server) == COMPUTE else "auto"
    return [await _card(here, server, number, one) for number, one in enumerate(server.networks)]


async def _card(
    here: Here, server: DeclaredServer, number: int, entry: NetworkEntry
) -> dict[str, Any]:
    port = entry.port
    if entry.needs_port:
        port = await ensure_port(here, entry, number, server.security_groups)
    if port:
        card: dict[str, Any] = {"port": port}
        if entry.floating_ip:
            await lead(here, entry.floating_ip, port, entry.fixed_ip)
    else:
        card = {"uuid": await network_of(here, entry)}
        if entry.fixed_ip:
            card["fixed_ip"] = str(ipaddress.ip_address(entry.fixed_ip))
    return card | ({"tag": entry.tag} if entry.tag else {})
