"""A cloud that answers as it is told, and one's way to it."""

import pytest
from aiohttp import web

from calor.cloud.clouds import OpenStackClouds
from tests.cloud.fake import ACCOUNT, FakeCloud


@pytest.fixture
async def fake():
    cloud = FakeCloud()
    app = web.Application()
    app.router.add_route("*", "/{any:.*}", cloud.handle)
    runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    cloud.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield cloud
    await runner.cleanup()


@pytest.fixture
async def clouds(fake):
    clouds = OpenStackClouds(fake.settings())
    yield clouds
    await clouds.close()


@pytest.fixture
def cloud(clouds):
    return clouds.of_account(ACCOUNT)
