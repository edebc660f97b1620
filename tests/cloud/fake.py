"""A small cloud over HTTP that answers as it is told, and remembers what it was asked."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from aiohttp import web

from calor.cloud.settings import Account, CloudSettings, Patience

SERVICES = {
    "identity": "/identity/v3",
    "compute": "/compute/v2.1",
    "network": "/network",
    "volumev3": "/volume/v3/project-1",
    "image": "/image",
}
ACCOUNT = Account(
    username="joe",
    password="secret",
    user_domain_id="default",
    project_id="project-1",
)


@dataclass(frozen=True)
class Says:
    """One answer."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    text: str | None = None

    async def __call__(self, request: web.Request) -> web.Response:
        if self.text is not None:
            return web.Response(status=self.status, text=self.text, headers=self.headers)
        return web.json_response(self.body, status=self.status, headers=self.headers)


async def lose(request: web.Request) -> web.Response:
    """Hear a request and hang up."""
    assert request.transport is not None
    request.transport.close()
    return web.Response()


async def never(request: web.Request) -> web.Response:
    """Hear a request and say nothing."""
    await asyncio.Event().wait()
    raise AssertionError


Responder = Callable[[web.Request], Awaitable[web.Response]]


@dataclass(frozen=True)
class Heard:
    """A request as it came in."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: Any


@dataclass
class FakeCloud:
    """The server; what it is not told to say is not found."""

    url: str = ""
    heard: list[Heard] = field(default_factory=list)
    services: dict[str, str] = field(default_factory=lambda: dict(SERVICES))
    tokens: dict[str, dict[str, Any]] = field(default_factory=dict)
    logins: list[dict[str, Any]] = field(default_factory=list)
    answers: dict[tuple[str, str], list[Responder]] = field(default_factory=dict)
    lifetime: timedelta = timedelta(hours=1)
    busy: int = 0
    busiest: int = 0

    def on(self, method: str, path: str, *responders: Responder) -> None:
        """Answer so, one after the other; the last one stays."""
        self.answers[(method, path)] = list(responders)

    def asked(self, path: str, method: str | None = None) -> list[Heard]:
        """Return what was asked at a path."""
        return [one for one in self.heard if one.path == path and method in (None, one.method)]

    def settings(self, **changes: Any) -> CloudSettings:
        """Return how to reach it, without much patience."""
        defaults: dict[str, Any] = {
            "auth_url": f"{self.url}/identity",
            "region": "here",
            "patience": Patience(first_pause=0.001, longest_pause=0.05, answer_seconds=5.0),
        }
        return CloudSettings(**(defaults | changes))

    def revoke_all(self) -> None:
        """Let no token be good any more."""
        self.tokens.clear()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer anything."""
        body = await request.json() if request.can_read_body and _is_json(request) else None
        path = request.path
        self.heard.append(
            Heard(request.method, path, dict(request.query), dict(request.headers), body)
        )
        self.busy += 1
        self.busiest = max(self.busiest, self.busy)
        try:
            return await self._respond(request, path, body)
        finally:
            self.busy -= 1

    async def _respond(self, request: web.Request, path: str, body: Any) -> web.StreamResponse:
        told = self.answers.get((request.method, path))
        is_login = path == "/identity/v3/auth/tokens"
        if is_login and not told:
            return self._login(request, body)
        is_open = is_login or path.endswith("/")
        if not is_open and request.headers.get("X-Auth-Token") not in self.tokens:
            return web.json_response({"error": {"message": "log in first"}}, status=401)
        if not told:
            return web.json_response({"itemNotFound": {"message": "nothing here"}}, status=404)
        responder = told.pop(0) if len(told) > 1 else told[0]
        return await responder(request)

    def _login(self, request: web.Request, body: Any) -> web.Response:
        if request.method == "GET":
            known = self.tokens.get(request.headers["X-Subject-Token"])
            if known is None:
                return web.json_response({"error": {"message": "no such token"}}, status=404)
            return web.json_response({"token": known})
        self.logins.append(body["auth"])
        if body["auth"]["identity"]["password"]["user"]["password"] != "secret":
            return web.json_response({"error": {"message": "wrong"}}, status=401)
        name = f"token-{len(self.logins)}"
        self.tokens[name] = self._token(body["auth"])
        return web.json_response(
            {"token": self.tokens[name]}, status=201, headers={"X-Subject-Token": name}
        )

    def _token(self, asked: dict[str, Any]) -> dict[str, Any]:
        now = datetime.now(UTC)
        user = asked["identity"]["password"]["user"]
        return {
            "methods": ["password"],
            "user": {
                "id": user.get("id") or f"id-of-{user['name']}",
                "name": user.get("name", "somebody"),
                "domain": {"id": "default", "name": "Default"},
            },
            "project": {
                "id": "project-1",
                "name": "one",
                "domain": {"id": "default", "name": "Default"},
            },
            "roles": [{"id": "role-1", "name": "member"}],
            "issued_at": now.isoformat(),
            "expires_at": (now + self.lifetime).isoformat(),
            "catalog": [
                {"type": kind, "id": kind, "name": kind, "endpoints": [self._endpoint(path)]}
                for kind, path in self.services.items()
            ],
        }

    def _endpoint(self, path: str) -> dict[str, str]:
        return {
            "id": path,
            "interface": "public",
            "region": "here",
            "region_id": "here",
            "url": f"{self.url}{path}",
        }


def _is_json(request: web.Request) -> bool:
    return "json" in request.headers.get("Content-Type", "")
