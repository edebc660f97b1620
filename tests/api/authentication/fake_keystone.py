"""As much of Keystone as is needed to validate a token, over HTTP on a free port."""

import json
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TIME = "%Y-%m-%dT%H:%M:%S.000000Z"


def in_seconds(seconds: float) -> str:
    return (datetime.now(UTC) + timedelta(seconds=seconds)).strftime(TIME)


def token_of(user: str = "ann", *roles: str, seconds: float = 3600, **more: Any) -> dict[str, Any]:
    """Return the body of a token for a project."""
    domain = {"id": "default", "name": "Default"}
    return {
        "methods": ["password"],
        "user": {"id": f"{user}-id", "name": user, "domain": domain},
        "project": {"id": "here-id", "name": "here", "domain": domain},
        "roles": [{"id": role, "name": role} for role in roles],
        "catalog": [{"type": "orchestration", "name": "calor", "id": "1", "endpoints": []}],
        "issued_at": in_seconds(0),
        "expires_at": in_seconds(seconds),
        **more,
    }


@dataclass
class FakeKeystone:
    """Tokens and passwords, and what was asked."""

    port: int
    tokens: dict[str, dict[str, Any]] = field(default_factory=dict)
    passwords: dict[str, str] = field(default_factory=lambda: {"service": "secret"})
    asked: Counter[str] = field(default_factory=Counter)
    is_down: bool = False
    open: threading.Event = field(default_factory=threading.Event)
    """Unset, it takes requests and does not answer."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v3"

    def issue(self, name: str, body: dict[str, Any]) -> str:
        self.tokens[name] = body
        return name


class Handler(BaseHTTPRequestHandler):
    keystone: FakeKeystone

    def do_GET(self):
        self.keystone.open.wait(20)
        if self.keystone.is_down:
            self.answer(500, {"error": {"message": "no"}})
        elif self.path.startswith("/v3/auth/tokens"):
            self.validate()
        else:
            links = [{"rel": "self", "href": self.keystone.url}]
            version = {"id": "v3.14", "status": "stable", "links": links}
            self.answer(200, {"version": version})

    def do_POST(self):
        self.keystone.open.wait(20)
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        user = body["auth"]["identity"]["password"]["user"]
        self.keystone.asked[f"login {user['name']}"] += 1
        if self.keystone.is_down:
            self.answer(500, {"error": {"message": "no"}})
        elif self.keystone.passwords.get(user["name"]) != user["password"]:
            self.answer(401, {"error": {"message": "wrong", "code": 401, "title": "no"}})
        else:
            name = f"token-of-{user['name']}"
            body = token_of(user["name"], "member", catalog=[self.identity()])
            self.answer(201, {"token": body}, name)

    def identity(self):
        where = {"id": "1", "interface": "internal", "region": "one", "region_id": "one"}
        endpoints = [{**where, "url": self.keystone.url}]
        return {"type": "identity", "name": "keystone", "id": "2", "endpoints": endpoints}

    def validate(self):
        name = self.headers["X-Subject-Token"]
        self.keystone.asked[name] += 1
        if name in self.keystone.tokens:
            self.answer(200, {"token": self.keystone.tokens[name]}, name)
        else:
            message = f"This is not a recognized token {name}"
            self.answer(404, {"error": {"message": message, "code": 404, "title": "no"}})

    def answer(self, status, body, token=None):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        if token:
            self.send_header("X-Subject-Token", token)
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        """Say nothing."""


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """Say nothing of callers who did not wait for the answer."""


@contextmanager
def running() -> Iterator[FakeKeystone]:
    """Run one for as long as it is needed."""
    bound = type("Bound", (Handler,), {})
    with Server(("127.0.0.1", 0), bound) as server:
        keystone = FakeKeystone(server.server_address[1])
        keystone.open.set()
        bound.keystone = keystone  # type: ignore[attr-defined]  # made here, at run time
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield keystone
        keystone.open.set()
        server.shutdown()
        thread.join()
