"""What a server is given to do when it first starts.

RAW is given as it is.  Both other formats become a message of several parts for
cloud-init: some of ours that prepare the server, the user data, and the
resource's metadata, from which the agent on the server learns where to ask for
more.
"""

import json
from collections.abc import Mapping
from email.errors import MessageError
from importlib.resources import files
from typing import Final
from urllib.parse import quote, urlsplit

from calor.core.errors import NotFound, ResourceFailed
from calor.core.values import Value
from calor.plugin import Here
from calor.plugin.resolving import ID
from calor.resources.heat.mime import Part, compose, parts_of
from calor.resources.nova.declared_server import CONFIG, RAW, DeclaredServer

DATA: Final = "x-cfninitdata"
"""The kind of the parts that our part handler writes to files."""
IGNITION_PATHS: Final = (
    "/var/lib/heat-cfntools/cfn-init-data",
    "/var/lib/cloud/data/cfn-init-data",
)
READABLE: Final = 0o640


async def user_data_of(here: Here, server: DeclaredServer) -> str:
    """Return the user data of a server in its format."""
    text = server.user_data or ""
    if server.user_data_format in (RAW, CONFIG) and ID.fullmatch(text):
        text = await _config(here, text)
    if server.user_data_format == RAW:
        return text
    if server.user_data_format == CONFIG:
        return _with_agent(here, text)
    return compose([*_prepared(), *_with_tools(here, text)], here.id)


async def _config(here: Here, config_id: str) -> str:
    """Return the text of a software configuration; what is none is the text itself."""
    try:
        found = (await here.configs.show(config_id)).get("config")
    except NotFound:
        return config_id
    if not isinstance(found, str):
        raise ResourceFailed(f"user_data: the software configuration {config_id} is not a text")
    return found


def _with_agent(here: Here, text: str) -> str:
    """Return user data beside what an agent needs to know."""
    ignition = _ignition(text)
    if ignition is not None:
        return json.dumps(_ignited(ignition, here.metadata)) if here.metadata else text
    try:
        parts = parts_of(text)
    except (MessageError, ValueError, RecursionError):
        parts = []
    return compose([*_prepared(), *(parts or [Part(text)]), *_metadata(here)], here.id)


def _prepared() -> list[Part]:
    return [
        Part(_read("cloud-config"), "cloud-config", "cloud-config"),
        Part(_read("boothook"), "cloud-boothook", "boothook.sh"),
        Part(_read("part-handler"), "part-handler", "part-handler.py"),
    ]


def _with_tools(here: Here, text: str) -> list[Part]:
    """Return user data beside what the cfntools need to reach us."""
    parts = [
        Part(text, DATA, "cfn-userdata"),
        Part(_read("run-user-data"), "x-shellscript", "run-user-data.sh"),
        *_metadata(here),
    ]
    if here.addresses.cfn is None:
        return parts
    address = f"{here.addresses.cfn.rstrip('/')}/"
    return [
        *parts,
        Part(address, DATA, "cfn-metadata-server"),
        Part(_boto(address), DATA, "cfn-boto-cfg"),
    ]


def _boto(address: str) -> str:
    is_secure = int(urlsplit(address).scheme == "https")
    lines = {
        "debug": 0,
        "is_secure": is_secure,
        "https_validate_certificates": is_secure,
        "cfn_region_name": "heat",
        "cfn_region_endpoint": urlsplit(address).hostname,
    }
    return "\n".join(["[Boto]", *(f"{key} = {one}" for key, one in lines.items())])


def _metadata(here: Here) -> list[Part]:
    metadata = dict(here.metadata)
    return [Part(json.dumps(metadata), DATA, "cfn-init-data")] if metadata else []


def _ignition(text: str) -> dict[str, Value] | None:
    """Return a configuration for Ignition, if that is what the text is."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    head = found.get("ignition") if isinstance(found, dict) else None
    return found if isinstance(head, dict) and head.get("version") else None


def _ignited(config: dict[str, Value], metadata: Mapping[str, Value]) -> dict[str, Value]:
    """Return a configuration for Ignition that writes the metadata to files, too."""
    storage = config.get("storage") or {}
    there = storage.get("files") or [] if isinstance(storage, dict) else None
    if not isinstance(there, list):
        raise ResourceFailed("user_data: the files in storage must be a list")
    source = f"data:,{quote(json.dumps(dict(metadata)))}"
    file = {
        "filesystem": "root",
        "user": {"name": "root"},
        "group": {"name": "root"},
        "contents": {"source": source, "verification": {}},
        "mode": READABLE,
    }
    added = [{**file, "path": path} for path in IGNITION_PATHS]
    return {**config, "storage": {**storage, "files": [*there, *added]}}


def _read(name: str) -> str:
    return files(__package__).joinpath("boot", f"{name}.txt").read_text()
