"""Requests to the orchestration API: with a token, in JSON, and errors as exceptions."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPResponse
from typing import Any, Final
from urllib.parse import quote, urlencode, urlsplit

from calor.client.access import Access
from calor.client.decoding import decoded, maps_in
from calor.client.faults import ServiceProblem, refusal
from calor.client.transport import Reply, Transport

Query = Mapping[str, Any]

HOPS: Final = 5
REDIRECTS: Final = frozenset({301, 302, 307, 308})


@dataclass(slots=True)
class Session:
    """A way to ask one service."""

    enter: Callable[[], Access]
    """Gets into the service: asked when the first request is made, and if a token runs out."""
    transport: Transport = field(default_factory=Transport)
    _access: Access | None = None

    def call(self, method: str, path: str, *, query: Query | None = None, body: Any = None) -> Any:
        """Ask for a path below the project's address; return what the answer holds."""
        content = None if body is None else json.dumps(body).encode()
        reply = self._asked(method, _address(path, query), content)
        for _ in range(HOPS):
            if reply.status not in REDIRECTS:
                return _content(reply)
            reply = self._asked(method, self._redirected(reply), content)
        raise ServiceProblem(f"{path} is redirected again and again")

    def part(
        self, method: str, path: str, key: str, *, query: Query | None = None, body: Any = None
    ) -> Any:
        """Ask, and return what the answer holds under a key."""
        content = self.call(method, path, query=query, body=body)
        if not isinstance(content, dict) or key not in content:
            raise ServiceProblem(f"the service does not answer as Heat does: {key!r} is missing")
        return content[key]

    def one(
        self, method: str, path: str, key: str, *, query: Query | None = None, body: Any = None
    ) -> dict[str, Any]:
        """Ask for one thing."""
        found = self.part(method, path, key, query=query, body=body)
        if not isinstance(found, dict):
            raise ServiceProblem(f"the service does not answer as Heat does: {key!r} is no map")
        return found

    def many(self, path: str, key: str, *, query: Query | None = None) -> list[dict[str, Any]]:
        """Ask for a list of things."""
        return maps_in(self.part("GET", path, key, query=query))

    @contextmanager
    def stream(
        self, path: str, query: Query, headers: Mapping[str, str], timeout: float
    ) -> Iterator[HTTPResponse]:
        """Ask for something that comes bit by bit."""
        access = self._entered()
        every = {**access.headers, **headers}
        url = f"{access.url}{_address(path, query)}"
        with self.transport.stream(url, every, timeout) as response:
            if response.status == HTTPStatus.UNAUTHORIZED:
                self._access = None
            if response.status != HTTPStatus.OK:
                raise refusal(response.status, response.read(1 << 20))
            yield response

    def close(self) -> None:
        """Close the connections."""
        self.transport.close()

    def _asked(self, method: str, address: str, content: bytes | None) -> Reply:
        reply = self._request(method, address, content)
        if reply.status == HTTPStatus.UNAUTHORIZED and self._access is not None:
            self._access = None
            reply = self._request(method, address, content)
        return reply

    def _request(self, method: str, address: str, content: bytes | None) -> Reply:
        access = self._entered()
        headers = {"Accept": "application/json", **access.headers}
        if content is not None:
            headers["Content-Type"] = "application/json"
        return self.transport.request(method, f"{access.url}{address}", headers, content)

    def _entered(self) -> Access:
        if self._access is None:
            self._access = self.enter()
        return self._access

    def _redirected(self, reply: Reply) -> str:
        """Return where to ask instead, below our own address of the service.

        A service behind a proxy may not know its own address, and a token goes to nobody else.
        """
        location = urlsplit(reply.headers.get("location", ""))
        _, found, rest = location.path.partition("/stacks/")
        if not found:
            raise ServiceProblem(
                f"the service redirects to {location.geturl()}, which is not its own"
            )
        return f"/stacks/{rest}" + (f"?{location.query}" if location.query else "")


def joined(*parts: str) -> str:
    """Return a path of parts, each written so that nothing in it counts as a slash."""
    return "".join(f"/{quote(part, safe='')}" for part in parts)


def _address(path: str, query: Query | None) -> str:
    given = {name: _text(one) for name, one in (query or {}).items() if one is not None}
    return f"{path}?{urlencode(given, doseq=True)}" if given else path


def _text(value: Any) -> Any:
    match value:
        case bool():
            return str(value).lower()
        case list() | tuple():
            return [str(one) for one in value]
        case _:
            return str(value)


def _content(reply: Reply) -> Any:
    if reply.status >= HTTPStatus.MULTIPLE_CHOICES:
        raise refusal(reply.status, reply.body)
    if not reply.body:
        return None
    try:
        return decoded(reply.body)
    except ValueError:
        raise ServiceProblem("the service answers with something that is not JSON") from None
