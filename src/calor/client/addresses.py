"""The addresses under which files are sent, as heatclient makes them: `file:///srv/web.yaml`."""

import os
from pathlib import Path
from urllib.parse import unquote, urljoin

LOCAL = "file://"


def address_of(path: str) -> str:
    """Return the address of a local file, or a URL as it is."""
    return path if "://" in path else Path(os.path.realpath(path)).as_uri()


def resolve(folder: str, reference: str) -> str:
    """Return the address that a reference relative to a folder stands for."""
    try:
        return urljoin(folder, reference)
    except ValueError:
        return reference


def folder_of(address: str) -> str:
    """Return the address of the folder a file lies in, with a slash at its end."""
    return address[: address.rfind("/") + 1]


def local_path(address: str) -> Path | None:
    """Return the path of a local file's address, or nothing for what lies elsewhere."""
    if not address.lower().startswith(LOCAL + "/"):
        return None
    return Path(unquote(address[len(LOCAL) :]))
