"""The local cloud: OpenStack's APIs on one port, over state in one directory."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from starlette.types import ASGIApp

from calor.localcloud.credentials import Credentials, keep_credentials, read_credentials
from calor.localcloud.frame.application import Application
from calor.localcloud.frame.faults import Faults
from calor.localcloud.frame.service import Service
from calor.localcloud.keystone.api.auth import revoke
from calor.localcloud.keystone.gate import Gate
from calor.localcloud.keystone.identity import Identity, Lifetimes
from calor.localcloud.keystone.registration import Registered, register
from calor.localcloud.keystone.seed import REGION, seed
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
    identity = Identity(database, directory, lifetimes or Lifetimes())
    base = url.rstrip("/")
    passwords = keep_credentials(directory, f"{base}{PREFIX}/v3", REGION)
    with database.transaction():
        seed(identity, passwords)
        own = {plug.type: Registered(plug.name, base + plug.path) for plug in PLUGS}
        register(identity, own | dict(services or {}), REGION)
    faults, gate = Faults(), Gate(identity)
    built = [plug.build(identity, gate) for plug in PLUGS]
    app = Application(built, database, faults, partial(revoke, identity))
    return LocalCloud(directory, database, app, faults)
