"""Everything in one process: the API, an engine, SQLite and the local cloud."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from socket import socket

from oslo_config import cfg

from calor.api.authentication.middleware import GROUP
from calor.cloud.settings import Account, CloudSettings, StackUserSettings, TrustSettings
from calor.config.files import Sources
from calor.config.reading import read_configuration
from calor.config.settings import Settings
from calor.engine.engine import Engine
from calor.engine.limits import UNLIMITED
from calor.localcloud.cloud import LocalCloud, open_local_cloud
from calor.localcloud.credentials import Credentials
from calor.localcloud.keystone.registration import Registered
from calor.main.composition import application, make_engine, workplace
from calor.main.data_directory import DataDirectory
from calor.main.logins import clouds_entry
from calor.main.servers import bound, listening, url_of

SERVICE_USER, DOMAIN_ADMIN, USER = "heat", "heat_domain_admin", "demo"


@dataclass(frozen=True, slots=True, kw_only=True)
class Addresses:
    """Where to listen; port 0 asks for any that is free."""

    host: str = "127.0.0.1"
    port: int = 8004
    cloud_port: int = 5000


@dataclass(frozen=True, slots=True)
class Running:
    """A service that runs, and the cloud it works on."""

    url: str
    cloud: LocalCloud


@asynccontextmanager
async def all_in_one(directory: DataDirectory, addresses: Addresses) -> AsyncIterator[Running]:
    """Run everything on a data directory until the end of the block."""
    async with AsyncExitStack() as stack:
        stack.enter_context(directory.locked())
        api, identity = (
            stack.enter_context(bound(addresses.host, port))
            for port in (addresses.port, addresses.cloud_port)
        )
        cloud = _open_cloud(directory, api, identity)
        stack.callback(cloud.close)
        await stack.enter_async_context(listening(cloud.app, identity))
        settings, options = _configure(cloud)
        place = await stack.enter_async_context(
            workplace(settings, directory.database_url, directory.keyring(), migrate=True)
        )
        beside = make_engine(place, f"{url_of(api)}/v1/%(project)s")
        app = await stack.enter_async_context(application(place, options, beside))
        working = asyncio.create_task(beside.engine.run())
        stack.push_async_callback(_stop, beside.engine, working)
        await stack.enter_async_context(listening(app, api))
        directory.announce(url_of(api), clouds_entry(cloud.credentials(USER)))
        yield Running(url_of(api), cloud)


async def _stop(engine: Engine, working: asyncio.Task[None]) -> None:
    engine.stop()
    await working


def _open_cloud(directory: DataDirectory, api: socket, identity: socket) -> LocalCloud:
    orchestration = Registered("heat", f"{url_of(api)}/v1/%(project_id)s")
    return open_local_cloud(
        directory.cloud, url=url_of(identity), services={"orchestration": orchestration}
    )


def _configure(cloud: LocalCloud) -> tuple[Settings, cfg.ConfigOpts]:
    """Return the settings of a service that works on a local cloud."""
    read = read_configuration(Sources())
    service, domain = cloud.credentials(SERVICE_USER), cloud.credentials(DOMAIN_ADMIN)
    known = {
        "auth_type": "password",
        "auth_url": service.auth_url,
        "username": service.user,
        "password": service.password,
        "user_domain_name": service.user_domain,
        "project_name": service.project,
        "project_domain_name": service.project_domain,
        "www_authenticate_uri": service.auth_url,
    }
    for name, value in known.items():
        read.options.set_override(name, value, group=GROUP)
    settings = replace(
        read.settings,
        api=replace(read.settings.api, allow_abandon=True, allow_adopt=True),
        limits=replace(read.settings.limits, stacks_per_project=UNLIMITED),
        cloud=CloudSettings(auth_url=service.auth_url, region=service.region),
        trusts=TrustSettings(trustee=_account(service)),
        stack_users=StackUserSettings(admin=_account(domain), domain_name=domain.domain),
    )
    return settings, read.options


def _account(user: Credentials) -> Account:
    return Account(
        username=user.user,
        password=user.password,
        user_domain_name=user.user_domain,
        project_name=user.project,
        project_domain_name=user.project_domain,
    )
