"""The local cloud: OpenStack's APIs on one port, over state in one directory."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from starlette.types import ASGIApp

from calor.localcloud.credentials import Credentials, keep_credentials, read_credentials
from calor.localcloud.frame.application import Application
from calor.localcloud.frame.faults import Faults
from calor.localcloud.keystone.api.auth import revoke
from calor.localcloud.keystone.identity import Identity, Lifetimes
from calor.localcloud.keystone.registration import Registered, register
from calor.localcloud.keystone.seed import REGION, seed
from calor.localcloud.keystone.service import PREFIX, identity_service
from calor.localcloud.storage.database import Database
from calor.localcloud.storage.directory import open_directory

DATABASE = "cloud.sqlite3"


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
    auth_url = f"{url.rstrip('/')}{PREFIX}/v3"
    passwords = keep_credentials(directory, auth_url, REGION)
    with database.transaction():
        seed(identity, passwords)
        own = {"identity": Registered("keystone", auth_url)}
        register(identity, own | dict(services or {}), REGION)
    faults = Faults()
    app = Application([identity_service(identity)], database, faults, partial(revoke, identity))
    return LocalCloud(directory, database, app, faults)
