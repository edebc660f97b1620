"""How the agent on a server gets its configuration from us.

What it needs to know stands in the resource's metadata, under `os-collect-config`:
the server is given it at its first start, and asks for it again later on.
"""

from collections.abc import Mapping
from typing import Any, Final

from calor.core.errors import ResourceFailed
from calor.core.values import Value
from calor.plugin import Here
from calor.resources.heat.reporting import has_user, make_user
from calor.resources.nova.declared_server import DeclaredServer
from calor.resources.nova.metadata import AGENT, DEPLOYMENTS

USER: Final = "user_id"
READY: Final = ("POLL_SERVER_CFN", "POLL_SERVER_HEAT")
SECTIONS: Final = ("heat", "zaqar", "cfn", "request")


async def set_transport(here: Here, server: DeclaredServer) -> None:
    """Tell the agent on a server how to reach us; doing so twice does no harm."""
    if server.software_config_transport not in READY:
        raise ResourceFailed(
            f"software_config_transport: {server.software_config_transport} cannot be used yet;"
            f" use one of {', '.join(READY)}"
        )
    here.data[USER] = await make_user(here)
    here.metadata[DEPLOYMENTS] = here.metadata.get(DEPLOYMENTS) or []
    present = here.metadata.get(AGENT) or {}
    # What an agent has read before would stay, unless it is told otherwise.
    emptied = {key: dict.fromkeys(present[key]) for key in SECTIONS if key in present}
    way = await _way(here, server.software_config_transport)
    here.metadata[AGENT] = {
        **{key: one for key, one in present.items() if key not in SECTIONS},
        **emptied,
        **way,
        "collectors": ["ec2", *way, "local"],
    }


async def end_transport(here: Here) -> None:
    """Remove the user as whom the agent has come."""
    if has_user(here) and (user_id := here.data.get(USER)):
        await here.stack_users.delete_user(str(user_id))


async def _way(here: Here, transport: str) -> Mapping[str, Value]:
    if not has_user(here):
        return {}
    if transport == "POLL_SERVER_CFN":
        return {"cfn": await _cfn(here)} if here.addresses.cfn else {}
    return {"heat": await _heat(here)}


async def _cfn(here: Here) -> dict[str, Any]:
    key = await here.stack_users.create_key(str(here.data[USER]))
    return {
        "metadata_url": f"{(here.addresses.cfn or '').rstrip('/')}/",
        "access_key_id": key.access,
        "secret_access_key": key.secret,
        "stack_name": here.stack_name,
        "path": f"{here.name}.Metadata",
    }


async def _heat(here: Here) -> dict[str, Any]:
    stack = here.path.removeprefix("stacks/").rpartition("/resources/")[0]
    return {
        "user_id": here.data[USER],
        "password": here.secrets["password"],
        "auth_url": here.addresses.identity,
        "project_id": here.user_project,
        "stack_id": stack,
        "resource_name": here.name,
        "region_name": await here.cloud.region(),
    }
