"""Which service a command speaks to: one that is named, one that runs here, or its own."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import click

from calor.client.cloud_config import Chosen, CloudConfig, config_of, read_config

if TYPE_CHECKING:
    from calor.client.api import Client

SERVICE_FILE = "service.json"
"""In a data directory: the address and the process of the service that runs on it."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A service inside this process: its address with the project, and a token for it."""

    url: str
    token: str = field(repr=False)


class Host(Protocol):
    """What the composition root gives to commands."""

    def embedded(self, data_dir: Path) -> AbstractContextManager[Endpoint]:
        """Run a service on a data directory for the length of a block."""


@dataclass(frozen=True, slots=True)
class Target:
    """A service to speak to."""

    client: "Client"
    name: str
    options: tuple[str, ...] = ()
    """What must be given to another command for it to speak to the same service."""
    is_embedded: bool = False
    """Whether it ends with this command, so that its work rests until the next."""


def open_target(context: click.Context) -> Target:
    """Return the service that a command speaks to, until the command ends."""
    return context.with_resource(_opened(context))


def chosen_service(context: click.Context) -> tuple[Chosen, Path]:
    """Return what the options of a command say about the service."""
    given: dict[str, Any] = context.meta.get("calor.service", {})
    data_dir = given.get("data_dir")
    chosen = Chosen(**{name: one for name, one in given.items() if name != "data_dir"})
    return chosen, Path(data_dir).expanduser() if data_dir else default_data_dir()


def given_options(context: click.Context) -> tuple[str, ...]:
    """Return the options that said which service to speak to, as they were given."""
    given: dict[str, Any] = context.meta.get("calor.service", {})
    words: list[str] = []
    for one in context.command.params:
        if one.name in given and one.param_type_name == "option":
            value = given[one.name]
            words += [one.opts[0]] if value is True else [one.opts[0], str(value)]
    return tuple(words)


def default_data_dir() -> Path:
    """Return where data is kept on this platform."""
    if given := os.environ.get("CALOR_DATA_DIR"):
        return Path(given)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "calor"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "calor"


@contextmanager
def _opened(context: click.Context) -> Iterator[Target]:
    # Imported here so that a mistake in the command line is told before the network is thought of.
    from calor.client.api import Client  # noqa: PLC0415

    chosen, data_dir = chosen_service(context)
    config = read_config(os.environ, chosen) or running_here(data_dir)
    if config is not None:
        client = Client.of_cloud(config)
        try:
            yield Target(client, config.name, given_options(context))
        finally:
            client.close()
        return
    with _host(context).embedded(data_dir) as endpoint:
        client = Client.at(endpoint.url, endpoint.token)
        try:
            yield Target(client, str(data_dir), given_options(context), is_embedded=True)
        finally:
            client.close()


def _host(context: click.Context) -> Host:
    host = context.find_root().obj
    if host is None:
        raise click.ClickException(
            "no service is named; set OS_CLOUD or OS_AUTH_URL, or give --os-cloud or --os-endpoint"
        )
    found: Host = host
    return found


def running_here(data_dir: Path) -> CloudConfig | None:
    """Return how to reach the service that runs on a data directory, if one does.

    Its file says `pid`, and either `cloud`, written as in clouds.yaml, or `url` and `token`.
    """
    try:
        told = json.loads((data_dir / SERVICE_FILE).read_bytes())
        if not _is_alive(int(told["pid"])):
            return None
        direct = {"endpoint": told.get("url"), "auth": {"token": told.get("token")}}
        entry = dict(told.get("cloud") or direct)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return config_of(f"the service on {data_dir}", entry)


def _is_alive(pid: int) -> bool:
    """Return whether a process is there: one that was killed could not take its file away."""
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except ProcessLookupError:
        return False
    return True
