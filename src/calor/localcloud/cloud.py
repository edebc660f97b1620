"""The local cloud: OpenStack's APIs on one port, over state in one directory."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from starlette.types import ASGIApp

from calor.localcloud.credentials import (
    Credentials,
    has_credentials,
    keep_credentials,
    read_credentials,
)
from calor.localcloud.frame.application import Application
from calor.localcloud.frame.faults import Faults
from calor.localcloud.frame.service import Service
from calor.localcloud.keystone.api.auth import revoke
from calor.localcloud.keystone.gate import Gate
from calor.localcloud.keystone.identity import Identity, Lifetimes
from calor.localcloud.keystone.registration import Registered, register
from calor.localcloud.keystone.seed import REGION, is_seeded, reset_passwords, seed
from calor.localcloud.keystone.service import PREFIX, identity_service
from calor.localcloud.storage.database import Database
from calor.localcloud.storage.directory import open_directory

DATABASE = "cloud.sqlite3"


@dataclass(frozen=True, slots=True)
class Plug:
    """A service of the local cloud: its place in the catalog, and what makes it."""

    type: str
    name: str
    path: str
    build: Callable[[Identity, Gate], Service]


PLUGS = (Plug("identity", "keystone", f"{PREFIX}/v3", identity_service),)
"""Every service that the local cloud has; all of them ask the gate what a token is worth."""


class LocalCloud:
    """An opened local cloud; `app` is to be served at the URL it was opened with."""

    def __init__(self, directory: Path, database: Database, app: ASGIApp, faults: Faults) -> None:
        self.app = app
        self.faults = faults
        self._directory = directory
        self._database = database

    def credentials(self, user: str) -> Credentials:
        """Return how to log in as one of the accounts that every local cloud has."""
        return read_credentials(self._directory, user)

    def close(self) -> None:
        """Let go of the data directory."""
        self._database.close()


def open_local_cloud(
    data_dir: Path,
    *,
    url: str,
    services: Mapping[str, Registered] | None = None,
    lifetimes: Lifetimes | None = None,
) -> LocalCloud:
    """Open the local cloud of a directory, made at first; it will be reachable at a URL.

    Further services are named by their type, such as `orchestration`.
    """
    directory = open_directory(data_dir)
    database = Database(directory / DATABASE)
    try:
        identity = Identity(database, directory, lifetimes or Lifetimes())
        _furnish(identity, directory, url.rstrip("/"), services or {})
    except BaseException:
        database.close()
        raise
    faults, gate = Faults(), Gate(identity)
    built = [plug.build(identity, gate) for plug in PLUGS]
    app = Application(built, database, faults, partial(revoke, identity))
    return LocalCloud(directory, database, app, faults)


def _furnish(
    identity: Identity, directory: Path, url: str, services: Mapping[str, Registered]
) -> None:
    had_credentials = has_credentials(directory)
    passwords = keep_credentials(directory, f"{url}{PREFIX}/v3", REGION)
    own = {plug.type: Registered(plug.name, url + plug.path) for plug in PLUGS}
    with identity.database.transaction():
        if is_seeded(identity) and not had_credentials:
            reset_passwords(identity, passwords)
        seed(identity, passwords)
        register(identity, own | dict(services), REGION)
