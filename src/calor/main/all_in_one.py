"""Everything in one process: the API, an engine, SQLite and the local cloud."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from calor.api.application import Application
from calor.api.authentication.keystone import KeystoneTokens
from calor.api.authentication.middleware import keystone_options
from calor.api.orchestration.table import TABLE
from calor.api.policy import FilePolicy
from calor.api.services import ApiSettings, Services
from calor.cloud.clouds import OpenStackClouds
from calor.cloud.settings import Account, CloudSettings
from calor.engine.desks import Desks
from calor.engine.engine import Engine
from calor.engine.limits import UNLIMITED, Limits
from calor.localcloud.cloud import LocalCloud, open_local_cloud
from calor.localcloud.credentials import Credentials
from calor.localcloud.keystone.registration import Registered
from calor.main.data_directory import DataDirectory
from calor.main.servers import bound, listening, url_of
from calor.plugin.registry import TypeRegistry
from calor.sandbox.evaluator import Yaql
from calor.store.opening import open_store

SERVICE_USER = "heat"


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
    engine: Engine


@asynccontextmanager
async def all_in_one(directory: DataDirectory, addresses: Addresses) -> AsyncIterator[Running]:
    """Run everything on a data directory until the end of the block."""
    api, identity = (bound(addresses.host, one) for one in (addresses.port, addresses.cloud_port))
    async with AsyncExitStack() as stack:
        stack.enter_context(directory.locked())
        url = url_of(api)
        orchestration = Registered("heat", f"{url}/v1/%(project_id)s")
        cloud = open_local_cloud(
            directory.cloud, url=url_of(identity), services={"orchestration": orchestration}
        )
        stack.callback(cloud.close)
        await stack.enter_async_context(listening(cloud.app, identity))
        store = await open_store(directory.database_url, directory.keyring(), migrate=True)
        stack.push_async_callback(store.close)
        yaql = stack.enter_context(Yaql())
        service_user = cloud.credentials(SERVICE_USER)
        clouds = OpenStackClouds(
            CloudSettings(auth_url=service_user.auth_url), _account(service_user)
        )
        stack.push_async_callback(clouds.close)
        types, limits = TypeRegistry(), Limits(stacks_per_project=UNLIMITED)
        engine = Engine(store, types=types, run_yaql=yaql.evaluate, limits=limits, clouds=clouds)
        desks = Desks.over(store, engine.call, types=types, run_yaql=yaql.evaluate, limits=limits)
        tokens = _tokens(service_user)
        stack.callback(tokens.close)
        settings = ApiSettings(allow_abandon=True, allow_adopt=True)
        services = Services(desks=desks, policy=FilePolicy(), settings=settings)
        application = Application(table=TABLE, services=services, authenticate=tokens)
        working = asyncio.create_task(engine.run())
        stack.push_async_callback(_stop, engine, working)
        await stack.enter_async_context(listening(application, api))
        directory.announce(url)
        yield Running(url, cloud, engine)


async def _stop(engine: Engine, working: asyncio.Task[None]) -> None:
    engine.stop()
    await working


def _account(user: Credentials) -> Account:
    return Account(
        username=user.user,
        password=user.password,
        user_domain_name=user.user_domain,
        project_name=user.project,
        project_domain_name=user.project_domain,
    )


def _tokens(user: Credentials) -> KeystoneTokens:
    return KeystoneTokens(
        keystone_options(
            auth_url=user.auth_url,
            username=user.user,
            password=user.password,
            user_domain_name=user.user_domain,
            project_name=user.project,
            project_domain_name=user.project_domain,
            www_authenticate_uri=user.auth_url,
        )
    )
