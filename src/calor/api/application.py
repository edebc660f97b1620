"""The ASGI application: finds the route, who asks, whether they may, and tells what went wrong."""

import logging
import time
import uuid
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any, Final

import msgspec
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from calor.api.addresses import CHOICES, address_of, without_version
from calor.api.authentication.request import METHOD, PATH
from calor.api.call import JSON, Answer, Call, answer, empty
from calor.api.caller import Authenticate, Caller, Forbidden, Unauthenticated
from calor.api.faults import BadRequest, body_of, headers_of, status_of
from calor.api.query import read_query
from calor.api.rate import RateSettings, RequestRates
from calor.api.route import Found, Route, Table
from calor.api.services import Services
from calor.core.errors import CalorError

LOG = logging.getLogger(__name__)

NOBODY: Final = Caller(user_id="", project_id="")
"""Who asks for what anybody may know."""

PARSED: Final = frozenset({"", JSON, "text/plain"})
"""The types of content that are read as JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """One API, to be run by any ASGI server."""

    table: Table
    services: Services
    authenticate: Authenticate
    rates: RequestRates = field(default_factory=lambda: RequestRates(RateSettings()))
    count: Callable[[Route | None, int, float], None] | None = None
    """Is told the route, the status and the seconds of every answer in place of the metrics."""
    _decoders: dict[Any, msgspec.json.Decoder[Any]] = field(default_factory=dict)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await _live(receive, send)
        elif scope["type"] == "http":
            await self._serve(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = time.perf_counter()
        request_id = f"req-{uuid.uuid4()}"
        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1")
            for name, value in scope["headers"]
        } | {METHOD: scope["method"], PATH: scope["path"]}
        route, reply = await self._reply(scope, receive, headers, request_id)
        reply = replace(reply, headers={**reply.headers, "x-openstack-request-id": request_id})
        count = self.count or self.services.metrics.count
        count(route, reply.status, time.perf_counter() - begun)
        await _send(reply, scope, receive, send)

    async def _reply(
        self, scope: Scope, receive: Receive, headers: dict[str, str], request_id: str
    ) -> tuple[Route | None, Answer]:
        route = None
        try:
            method, path = scope["method"], without_version(scope["path"], headers)
            if path == CHOICES:
                method = "GET"  # whatever is asked of a version that is not there
            elif method == "OPTIONS":
                return None, empty(204, Allow=", ".join(sorted(self.table.methods(path))))
            found = self.table.find(method, path)
            route = found.route
            return route, await self._answer(found, scope, receive, headers)
        except CalorError as problem:
            status, kind = status_of(problem)
            if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                LOG.warning("%s: %s", request_id, problem)
            body = body_of(status, kind, str(problem))
            return route, answer(body, status, **headers_of(problem))
        except Exception as problem:
            LOG.exception("%s: a request could not be answered", request_id)
            return route, answer(body_of(500, type(problem).__name__, None), 500)

    async def _answer(
        self, found: Found, scope: Scope, receive: Receive, headers: dict[str, str]
    ) -> Answer:
        route = found.route
        caller = NOBODY if route.policy is None else await self._caller(found, scope, headers)
        raw = await _body(receive, headers, self.services.settings.max_body)
        call = Call(
            services=self.services,
            caller=caller,
            path=found.path,
            where=scope["path"],
            query=read_query(route.queries, scope["query_string"], is_closed=route.closed_query),
            body=self._decoded(route, raw, headers) if route.body is not None else None,
            url=address_of(scope, headers, trusts_proxy=self.services.settings.trusts_proxy),
            raw_query=scope["query_string"].decode("latin-1"),
            headers=headers,
        )
        return await route.handle(call)

    async def _caller(self, found: Found, scope: Scope, headers: dict[str, str]) -> Caller:
        policy = self.services.policy
        address = str((scope.get("client") or ("",))[0])
        self.rates.admit_stranger(address)
        try:
            caller = await self.authenticate(headers)
        except Unauthenticated:
            self.rates.refused(address)
            raise
        caller = replace(caller, is_admin=policy.is_admin(caller))
        self.rates.admit(caller)
        if (
            not caller.is_admin
            and found.path.get("project", caller.project_id) != caller.project_id
        ):
            raise Forbidden("you are not in this project")
        if found.route.policy:
            policy.enforce(found.route.policy, caller, {"project_id": caller.project_id})
        return caller

    def _decoded(self, route: Route, raw: bytes, headers: dict[str, str]) -> Any:
        kind = route.body
        if kind is None:
            return None
        content = headers.get("content-type", "").partition(";")[0].strip().lower()
        if content not in PARSED:
            raise BadRequest(f"the body is {content[:80]}, but JSON is expected")
        decoder = self._decoders.get(kind)
        if decoder is None:
            decoder = self._decoders[kind] = msgspec.json.Decoder(kind, strict=False)
        try:
            return decoder.decode(raw or b"{}")
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
            raise BadRequest(f"the body cannot be read: {problem}") from None


async def _body(receive: Receive, headers: dict[str, str], most: int) -> bytes:
    """Return the body of a request, if it is not too large."""
    length = headers.get("content-length", "0")
    too_large = BadRequest(f"the body may have {most} bytes at most")
    if not length.isdigit() or int(length) > most:
        raise too_large
    parts, size, more = [], 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise BadRequest("the caller has gone")
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        more = message.get("more_body", False)
        if size > most:
            raise too_large
    return b"".join(parts)


async def _send(reply: Answer, scope: Scope, receive: Receive, send: Send) -> None:
    if isinstance(reply.body, AsyncIterator):
        streamed = StreamingResponse(
            reply.body, reply.status, dict(reply.headers), media_type=reply.content_type
        )
        await streamed(scope, receive, send)
        return
    lines = {"content-length": str(len(reply.body)), **reply.headers}
    if reply.body:
        lines["content-type"] = reply.content_type
    await send(
        {
            "type": "http.response.start",
            "status": reply.status,
            "headers": [(name.encode(), value.encode()) for name, value in lines.items()],
        }
    )
    await send({"type": "http.response.body", "body": reply.body})


async def _live(receive: Receive, send: Send) -> None:
    while (message := await receive())["type"] != "lifespan.shutdown":
        await send({"type": f"{message['type']}.complete"})
    await send({"type": "lifespan.shutdown.complete"})
