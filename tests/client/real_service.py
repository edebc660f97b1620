"""calor's own service on a free port, in a thread of this process."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import uvicorn

from calor.api.application import Application
from calor.api.orchestration.table import TABLE
from calor.api.services import ApiSettings, Services
from calor.engine.bell import Bell
from calor.engine.desks import Desks
from calor.engine.engine import Engine
from calor.engine.limits import Limits
from calor.store.memory import MemoryStore
from tests.api.serving import PROJECT, TYPES, Anybody, by_name

SETTINGS = ApiSettings(allow_abandon=True, allow_adopt=True)


@dataclass
class RealService:
    """A running service: where it is, and a token that lets one in."""

    socket: socket.socket
    token: str = f"ann:{PROJECT}:member,reader"
    store: MemoryStore = field(default_factory=MemoryStore)
    started: threading.Event = field(default_factory=threading.Event)
    server: uvicorn.Server | None = None

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.socket.getsockname()[1]}/v1/{PROJECT}"

    async def run(self) -> None:
        bell = Bell()
        engine = Engine(self.store, types=TYPES, told=bell.ring)
        desks = Desks.over(self.store, engine.call, types=TYPES, limits=Limits())
        services = Services(desks=desks, policy=Anybody(), settings=SETTINGS, bell=bell)
        app = Application(table=TABLE, services=services, authenticate=by_name)
        config = uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1)
        self.server = uvicorn.Server(config)
        working = asyncio.create_task(engine.run())
        self.started.set()
        await self.server.serve([self.socket])
        engine.stop()
        await working


@contextmanager
def real_service() -> Iterator[RealService]:
    """Run a service for the length of a block."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        service = RealService(listening)
        thread = threading.Thread(target=asyncio.run, args=[service.run()])
        thread.start()
        try:
            assert service.started.wait(10)
            yield service
        finally:
            if service.server:
                service.server.should_exit = True
            thread.join()
