"""The ASGI application: one port, and every service under its prefix."""

import asyncio
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from typing import assert_never
from uuid import uuid4

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from calor.localcloud.frame.call import Call, Reply
from calor.localcloud.frame.faults import (
    Answer,
    Delay,
    Faults,
    LoseReply,
    Misbehaviour,
    RevokeToken,
)
from calor.localcloud.frame.refusal import Refusal
from calor.localcloud.frame.service import Service
from calor.localcloud.storage.database import Database

log = logging.getLogger(__name__)
HOST = re.compile(r"[A-Za-z0-9._\-\[\]:]{1,255}")
SCHEMES = {"http", "https"}
PREFIX = re.compile(r"(/[\w.-]+)*")


class Application:
    """Reads requests, hands them to services one by one, and sends the replies."""

    def __init__(
        self,
        services: Sequence[Service],
        database: Database,
        faults: Faults,
        revoke: Callable[[str], None],
    ) -> None:
        self._services: Mapping[str, Service] = {one.prefix: one for one in services}
        self._database = database
        self._faults = faults
        self._revoke = revoke

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection's request, or the server's start and end."""
        if scope["type"] == "lifespan":
            await _live(receive, send)
        elif scope["type"] == "http":
            await self._serve(Request(scope, receive), scope, receive, send)

    async def _serve(self, request: Request, scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope["path"]
        misbehaviour = self._faults.take(request.method, path)
        try:
            reply = await self._misbehave(misbehaviour, request) or await self._reply(request)
        except ClientDisconnect:
            return
        headers = {"Content-Type": "application/json", **reply.headers}
        headers["x-openstack-request-id"] = f"req-{uuid4()}"
        body = b"" if request.method == "HEAD" else reply.encoded()
        response = Response(body, reply.status, headers)
        if isinstance(misbehaviour, LoseReply):
            headers["Content-Length"] = str(len(body) + 1)
            start = Response(None, reply.status, headers).raw_headers
            await send({"type": "http.response.start", "status": reply.status, "headers": start})
            return
        await response(scope, receive, send)

    async def _misbehave(self, fault: Misbehaviour | None, request: Request) -> Reply | None:
        match fault:
            case None | LoseReply():
                return None
            case Answer(status):
                service = self._service(request.scope["path"])
                refusal = Refusal(status, "A fault was asked for.")
                return service.refuse(refusal) if service else Reply(status)
            case Delay(seconds):
                await asyncio.sleep(seconds)
                return None
            case RevokeToken():
                with self._database.transaction():
                    self._revoke(request.headers.get("x-auth-token", ""))
                return None
            case _:
                assert_never(fault)

    async def _reply(self, request: Request) -> Reply:
        service = self._service(request.scope["path"])
        if service is None:
            return self._index(request)
        try:
            body = await _read(request, service.max_body)
            call = _call(request, service, body)
            with self._database.transaction():
                return service.answer(call)
        except Refusal as refusal:
            return service.refuse(refusal)
        except ClientDisconnect:
            raise
        except Exception:
            log.exception("%s %s failed", request.method, request.scope["path"])
            return service.refuse(Refusal(500, "The local cloud failed; its log says why."))

    def _service(self, path: str) -> Service | None:
        return self._services.get("/" + path.split("/", 2)[1]) if path.startswith("/") else None

    def _index(self, request: Request) -> Reply:
        if request.scope["path"] != "/":
            return Reply(404, {"error": {"code": 404, "message": "No service is here."}})
        outside = _outside(request)
        return Reply(200, {"services": {one.strip("/"): outside + one for one in self._services}})


async def _live(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


async def _read(request: Request, limit: int) -> bytes:
    declared = request.headers.get("content-length", "0")
    if not declared.isdecimal() or int(declared[:20]) > limit:
        raise Refusal(413, f"The body may have {limit} bytes at most.")
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > limit:
            raise Refusal(413, f"The body may have {limit} bytes at most.")
        parts.append(part)
    return b"".join(parts)


def _call(request: Request, service: Service, body: bytes) -> Call:
    scope = request.scope
    raw = scope.get("raw_path") or scope["path"].encode()
    path = raw.decode("ascii", "replace").partition("?")[0].removeprefix(service.prefix)
    query = scope["query_string"].decode("ascii", "replace")
    root = _outside(request) + service.prefix
    return Call(request.method, path, query, request.headers, body, root)


def _outside(request: Request) -> str:
    """Return how the caller addresses this port, be it through a proxy."""
    headers, scope = request.headers, request.scope
    scheme = headers.get("x-forwarded-proto", scope["scheme"])
    host = headers.get("x-forwarded-host") or headers.get("host", "")
    if not HOST.fullmatch(host):
        host = ":".join(str(part) for part in scope.get("server") or ("localhost",))
    prefix = headers.get("x-forwarded-prefix", "")
    if not PREFIX.fullmatch(prefix):
        prefix = ""
    return f"{scheme if scheme in SCHEMES else 'http'}://{host}{prefix}"
