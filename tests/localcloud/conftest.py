"""A local cloud on a port of its own."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx
import pytest
import uvicorn

from calor.localcloud.cloud import LocalCloud, open_local_cloud
from calor.localcloud.keystone.registration import Registered


@dataclass
class Served:
    cloud: LocalCloud
    url: str


@contextmanager
def serving(directory) -> Iterator[Served]:
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    heat = Registered("heat", "http://127.0.0.1:8004/v1/%(project_id)s")
    cloud = open_local_cloud(directory, url=url, services={"orchestration": heat})
    config = uvicorn.Config(cloud.app, log_config=None, access_log=False, ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        yield Served(cloud, url)
    finally:
        server.should_exit = True
        thread.join()
        cloud.close()
        listener.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A local cloud that takes connections."""
    with serving(tmp_path_factory.mktemp("cloud") / "data") as served:
        yield served


@pytest.fixture
def local_cloud(tmp_path):
    """A local cloud that nobody else uses."""
    cloud = open_local_cloud(tmp_path / "cloud", url="http://cloud.example")
    yield cloud
    cloud.close()


@pytest.fixture
async def http(local_cloud):
    """A client of that cloud, without a network."""
    transport = httpx.ASGITransport(local_cloud.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://cloud.example") as http:
        yield http
