"""Serve ASGI applications, and stop in good order when told to."""

import asyncio
import signal
import socket
import ssl
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, Final

import uvicorn
from starlette.types import ASGIApp
from typing_extensions import override

from calor.core.errors import CalorError
from calor.main.connections import Connection
from calor.main.guard import Guard

BACKLOG: Final = 2048
GRACE: Final = 4
"""The seconds that requests which have begun are given when the service stops."""
KEEP_ALIVE: Final = 75
START: Final = 0.002
EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104


@dataclass(frozen=True, slots=True)
class Certificate:
    """The files by which a server proves who it is; the key may stand in the first."""

    file: str
    key: str | None = None


class _Server(uvicorn.Server):
    """A server that leaves signals to whoever started it."""

    @contextmanager
    @override
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def listening(
    app: ASGIApp, opened: socket.socket, certificate: Certificate | None = None
) -> AsyncIterator[None]:
    """Serve an application on a socket until the end of the block; with a certificate, by TLS."""
    if certificate is not None:
        _try(certificate)
    guard = Guard(app)
    config = uvicorn.Config(
        guard,
        http=Connection,
        ws="none",
        lifespan="off",
        proxy_headers=False,
        access_log=False,
        log_config=None,
        server_header=False,
        backlog=BACKLOG,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=GRACE,
        ssl_certfile=certificate.file if certificate else None,
        ssl_keyfile=certificate.key if certificate else None,
    )
    server = _Server(config)
    serving = asyncio.create_task(server.serve(sockets=[opened]))
    try:
        while not server.started and not serving.done():
            await asyncio.sleep(START)
        yield
    finally:
        guard.stop()
        server.should_exit = True
        await serving


def _try(certificate: Certificate) -> None:
    """Tell what is wrong with a certificate before anybody connects."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate.file, certificate.key)
    except OSError as problem:
        where = " and ".join(filter(None, (certificate.file, certificate.key)))
        raise CalorError(f"TLS cannot be served with {where}: {problem}") from None


def bound(host: str, port: int) -> socket.socket:
    """Return a socket on which nobody else listens; port 0 asks for any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    opened = socket.socket(family, socket.SOCK_STREAM)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind((host, port))
    except OSError as problem:
        opened.close()
        hint = "another program may use it; choose another port"
        raise CalorError(f"cannot listen on {host}:{port}: {problem.strerror}; {hint}") from None
    return opened


def url_of(opened: socket.socket, scheme: str = "http") -> str:
    """Return the address at which a socket is reached; one on every interface, by our name."""
    host, port = opened.getsockname()[:2]
    if host in EVERYWHERE:
        host = socket.gethostname()
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


async def told_to_stop() -> None:
    """Wait for the signal that ends the program."""
    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    for one in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(one, told.set)
    try:
        await told.wait()
    finally:
        for one in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(one)


def run(program: Coroutine[Any, Any, None]) -> None:
    """Run a program on the fastest loop there is."""
    import uvloop  # noqa: PLC0415  (only a service needs it, and commands are to start fast)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(program)
