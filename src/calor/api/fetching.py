"""Fetch a document that a caller names by its address: in bounds, and not from anywhere.

The addresses a host has are looked up here, and only those that anybody on the internet could
reach are connected to, so that nobody can look around inside the operator's network by this way.
"""

import asyncio
import ipaddress
import socket
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final
from urllib.parse import urljoin, urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from typing_extensions import override

from calor.api.faults import BadRequest
from calor.core.source import shorten

REDIRECTS: Final = 5
MOVED: Final = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetching:
    """What an operator allows to be fetched."""

    max_size: int = 512 << 10
    seconds: float = 60.0
    private: bool = False
    """Whether addresses inside of the operator's network may be reached, too."""


class Refused(OSError):
    """A host is where the service does not go."""


class PublicResolver(AbstractResolver):
    """Finds the addresses of hosts, and leaves out those that not everybody can reach."""

    @override
    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Return the public addresses of a host."""
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, family=family, type=socket.SOCK_STREAM)
        results = [
            ResolveResult(
                hostname=host,
                host=str(address[0]),
                port=port,
                family=kind,
                proto=protocol,
                flags=socket.AI_NUMERICHOST,
            )
            for kind, _, protocol, _, address in found
            if is_public(str(address[0]))
        ]
        if not results:
            raise Refused("its address is not a public one")
        return results

    @override
    async def close(self) -> None:
        """There is nothing to let go of."""


def is_public(address: str) -> bool:
    """Return whether anybody on the internet could reach an address."""
    one = ipaddress.ip_address(address.partition("%")[0])
    inner = getattr(one, "ipv4_mapped", None) or getattr(one, "sixtofour", None)
    return one.is_global and not one.is_multicast and (inner is None or inner.is_global)


async def fetch(url: str, allowed: Fetching) -> bytes:
    """Return what is at an address; or `BadRequest`."""
    resolver = None if allowed.private else PublicResolver()
    connector = aiohttp.TCPConnector(resolver=resolver)
    limit = aiohttp.ClientTimeout(total=allowed.seconds)
    try:
        async with aiohttp.ClientSession(
            connector=connector, timeout=limit, trust_env=False
        ) as session:
            return await _follow(session, url, allowed)
    except (aiohttp.ClientError, OSError, TimeoutError, UnicodeError, ValueError) as problem:
        why = (
            str(getattr(problem, "os_error", problem))
            or f"it took more than {allowed.seconds:g} seconds"
        )
        raise BadRequest(f"could not retrieve {shorten(url)}: {why}") from None


async def _follow(session: aiohttp.ClientSession, url: str, allowed: Fetching) -> bytes:
    for _ in range(REDIRECTS + 1):
        _refuse(url, allowed)
        async with session.get(url, allow_redirects=False) as reply:
            if reply.status in MOVED and "location" in reply.headers:
                url = urljoin(url, reply.headers["location"])
                continue
            if reply.status != HTTPStatus.OK:
                raise BadRequest(f"could not retrieve {shorten(url)}: {reply.status}")
            return await _content(reply, allowed.max_size)
    raise BadRequest(f"could not retrieve {shorten(url)}: it is redirected too often")


def _refuse(url: str, allowed: Fetching) -> None:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadRequest(f"only http and https addresses are fetched, not {shorten(url)}")
    try:
        is_fine = is_public(parts.hostname)
    except ValueError:
        return  # a name, which is looked up when it is connected to
    if not is_fine and not allowed.private:
        raise Refused("its address is not a public one")


async def _content(reply: aiohttp.ClientResponse, most: int) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for part in reply.content.iter_chunked(1 << 16):
        size += len(part)
        if size > most:
            raise BadRequest(
                f"the document at {shorten(str(reply.url))} has more than {most} bytes"
            )
        parts.append(part)
    return b"".join(parts)
