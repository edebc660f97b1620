"""Everything in one process: the API, an engine, SQLite and, mostly, a cloud of its own."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from calor.client.cloud_config import CloudConfig
from calor.config.files import Sources
from calor.config.reading import read_configuration
from calor.engine.engine import Engine
from calor.localcloud.cloud import open_local_cloud
from calor.localcloud.keystone.registration import Registered
from calor.main.behind import Behind, local_behind, named_behind, settled
from calor.main.composition import Workplace, application, make_engine, workplace
from calor.main.data_directory import DataDirectory
from calor.main.servers import bound, listening, url_of


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
    behind: Behind


@asynccontextmanager
async def all_in_one(
    directory: DataDirectory, addresses: Addresses, named: CloudConfig | None = None
) -> AsyncIterator[Running]:
    """Run everything on a data directory until the end of the block."""
    async with AsyncExitStack() as stack:
        stack.enter_context(directory.locked())
        api = stack.enter_context(bound(addresses.host, addresses.port))
        url = url_of(api)
        if named is None:
            behind = await stack.enter_async_context(_local_cloud(directory, addresses, url))
        else:
            behind = named_behind(named)
        read = read_configuration(Sources())
        settings = settled(read, behind)
        place = await stack.enter_async_context(
            workplace(
                settings,
                directory.database_url,
                directory.keyring(),
                migrate=True,
                api=f"{url}/v1/%(project)s",
            )
        )
        beside = make_engine(place)
        app = await stack.enter_async_context(application(place, read.options, beside))
        working = asyncio.create_task(beside.engine.run())
        stack.push_async_callback(_stop, beside.engine, working)
        await stack.enter_async_context(listening(app, api))
        directory.announce(url, await _login(behind, place, url, is_listed=named is None))
        yield Running(url, behind)


async def _login(
    behind: Behind, place: Workplace, url: str, *, is_listed: bool
) -> Mapping[str, Any]:
    """Return how commands on this machine log in; a catalog that is not ours does not list us."""
    if is_listed or place.clouds is None:
        return behind.login
    project = await place.clouds.of_account(behind.account).project()
    return {**behind.login, "orchestration_endpoint_override": f"{url}/v1/{project}"}


async def _stop(engine: Engine, working: asyncio.Task[None]) -> None:
    engine.stop()
    await working


@asynccontextmanager
async def _local_cloud(
    directory: DataDirectory, addresses: Addresses, url: str
) -> AsyncIterator[Behind]:
    """Serve a local cloud, in whose catalog the service stands, until the end of the block."""
    with bound(addresses.host, addresses.cloud_port) as opened:
        orchestration = Registered("heat", f"{url}/v1/%(project_id)s")
        cloud = open_local_cloud(
            directory.cloud, url=url_of(opened), services={"orchestration": orchestration}
        )
        try:
            async with listening(cloud.app, opened):
                yield local_behind(cloud)
        finally:
            cloud.close()
