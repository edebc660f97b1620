"""HTTP with the standard library alone: a command that asks one question must answer at once."""

import os
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Final
from urllib.parse import SplitResult, urlsplit

from calor.client.faults import Unreachable

TIMEOUT: Final = 120.0
LARGEST_ANSWER: Final = 1 << 30
"""An answer beyond this is not for a client to hold."""

SAFE: Final = frozenset({"GET", "HEAD"})
"""What may be asked twice: a connection that was kept may turn out to have been closed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trust:
    """How the other side of a TLS connection is known, and how it knows us."""

    verify: bool = True
    authority: str | None = None
    certificate: str | None = None
    key: str | None = None

    def context(self) -> ssl.SSLContext:
        """Return the settings of a connection."""
        try:
            context = ssl.create_default_context(cafile=self.authority)
            if not self.verify:
                context.check_hostname = False
                context.verify_mode = ssl.CERT_NONE
            if self.certificate:
                context.load_cert_chain(self.certificate, self.key)
        except OSError as problem:
            files = ", ".join(filter(None, (self.authority, self.certificate, self.key)))
            raise Unreachable(f"cannot use the certificates in {files}: {problem}") from problem
        return context


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer."""

    status: int
    headers: Mapping[str, str]
    """By names in lower case."""
    body: bytes


@dataclass(slots=True)
class Transport:
    """Connections to services, kept for the next question."""

    trust: Trust = field(default_factory=Trust)
    timeout: float = TIMEOUT
    _kept: dict[tuple[str, str], HTTPConnection] = field(default_factory=dict)

    def request(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes | None = None
    ) -> Reply:
        """Ask, and return the whole answer."""
        target = _target(url)
        place = (target.scheme, target.netloc)
        connection = self._kept.pop(place, None) if method in SAFE else None
        if connection is not None:
            try:
                return self._exchange(connection, method, target, headers, body)
            except Unreachable:
                pass
        return self._exchange(self._connect(target), method, target, headers, body)

    @contextmanager
    def stream(
        self, url: str, headers: Mapping[str, str], timeout: float
    ) -> Iterator[HTTPResponse]:
        """Ask for something that comes bit by bit."""
        target = _target(url)
        connection = self._connect(target, timeout)
        try:
            yield _ask(connection, "GET", target, headers, None)
        finally:
            connection.close()

    def close(self) -> None:
        """Close what was kept."""
        while self._kept:
            self._kept.popitem()[1].close()

    def _exchange(
        self,
        connection: HTTPConnection,
        method: str,
        target: SplitResult,
        headers: Mapping[str, str],
        body: bytes | None,
    ) -> Reply:
        response = _ask(connection, method, target, headers, body)
        try:
            content = response.read(LARGEST_ANSWER + 1)
        except (OSError, HTTPException) as problem:
            connection.close()
            raise _unreachable(target, problem) from problem
        if response.will_close or len(content) > LARGEST_ANSWER:
            connection.close()
        else:
            self._keep(target, connection)
        if len(content) > LARGEST_ANSWER:
            raise Unreachable(f"{target.netloc} sends more than {LARGEST_ANSWER} bytes")
        return Reply(response.status, _lower(response), content)

    def _keep(self, target: SplitResult, connection: HTTPConnection) -> None:
        place = (target.scheme, target.netloc)
        if (older := self._kept.pop(place, None)) is not None:
            older.close()
        self._kept[place] = connection

    def _connect(self, target: SplitResult, timeout: float | None = None) -> HTTPConnection:
        host, port = target.hostname or "", target.port
        seconds = timeout or self.timeout
        proxy = _proxy(target)
        if target.scheme == "https":
            context = self.trust.context()
            if proxy is None:
                return HTTPSConnection(host, port, timeout=seconds, context=context)
            tunnel = HTTPSConnection(
                proxy.hostname or "", proxy.port, timeout=seconds, context=context
            )
            tunnel.set_tunnel(host, port)
            return tunnel
        if proxy is None:
            return HTTPConnection(host, port, timeout=seconds)
        return HTTPConnection(proxy.hostname or "", proxy.port, timeout=seconds)


def _ask(
    connection: HTTPConnection,
    method: str,
    target: SplitResult,
    headers: Mapping[str, str],
    body: bytes | None,
) -> HTTPResponse:
    path = target._replace(scheme="", netloc="").geturl() or "/"
    if target.scheme == "http" and _proxy(target):
        path = target.geturl()
    try:
        connection.request(method, path, body, dict(headers))
        return connection.getresponse()
    except (OSError, HTTPException, ValueError) as problem:
        connection.close()
        raise _unreachable(target, problem) from problem


def _target(url: str) -> SplitResult:
    try:
        target = urlsplit(url)
        is_usable = target.scheme in ("http", "https") and target.hostname and target.port != 0
    except ValueError:
        is_usable = False
    if not is_usable:
        raise Unreachable(
            f"{url} is not the address of a service; it begins with http:// or https://"
        )
    return target._replace(fragment="")


def _proxy(target: SplitResult) -> SplitResult | None:
    """Return the proxy that the usual variables name for an address."""
    if not any(name.lower().endswith("_proxy") for name in os.environ):
        return None
    # Imported here because hardly anybody needs it.
    from urllib.request import getproxies, proxy_bypass  # noqa: PLC0415

    found = getproxies().get(target.scheme)
    if not found or proxy_bypass(target.netloc):
        return None
    return urlsplit(found if "://" in found else f"http://{found}")


def _lower(response: HTTPResponse) -> dict[str, str]:
    return {name.lower(): value for name, value in response.getheaders()}


def _unreachable(target: SplitResult, problem: Exception) -> Unreachable:
    place = f"{target.scheme}://{target.netloc}"
    match problem:
        case ssl.SSLCertVerificationError():
            reason = f"{problem.verify_message}; name its authority with OS_CACERT"
        case ConnectionRefusedError():
            reason = "nothing listens there"
        case TimeoutError():
            reason = "it does not answer in time"
        case OSError(strerror=str(text)) if text:
            reason = text[0].lower() + text[1:]
        case _:
            reason = str(problem) or type(problem).__name__
    return Unreachable(f"cannot reach {place}: {reason}")
