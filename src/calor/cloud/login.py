"""Tokens and catalogs: one login per credential, kept for as long as it is good."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from math import inf
from time import time
from typing import Final, TypeAlias

from keystoneauth1 import exceptions
from keystoneauth1.access import AccessInfoV3
from keystoneauth1.session import Session
from typing_extensions import override

from calor.cloud.settings import CloudSettings
from calor.core.errors import CloudError, CloudRefused, CloudUnavailable

Authenticate: TypeAlias = Callable[[Session], AccessInfoV3]
"""Asks the identity service for a token; blocks, so it runs in a thread."""

STALE: Final = 60
"""A token that expires within so many seconds is not used any more."""

FAULT: Final = 500
ATTEMPTS, PAUSE = 3, 0.3


class Gate:
    """The way to the identity service, which is only asked from threads."""

    def __init__(self, settings: CloudSettings) -> None:
        tls = settings.reach_of("identity").tls
        verify = False if tls.insecure else tls.cafile or True
        cert = (tls.certfile, tls.keyfile) if tls.certfile and tls.keyfile else tls.certfile
        self._session = Session(
            verify=verify, cert=cert, timeout=30, user_agent="calor", redirect=False
        )
        self._threads = ThreadPoolExecutor(8, "identity")

    async def run(self, authenticate: Authenticate) -> AccessInfoV3:
        """Ask for a token; a service that fails is asked again."""
        loop = asyncio.get_running_loop()
        for attempt in range(1, ATTEMPTS):
            with suppress(CloudUnavailable):
                return await loop.run_in_executor(self._threads, self._call, authenticate)
            await asyncio.sleep(PAUSE * attempt)
        return await loop.run_in_executor(self._threads, self._call, authenticate)

    def close(self) -> None:
        """Let go of threads and connections."""
        self._threads.shutdown(wait=False)
        self._session.session.close()

    def _call(self, authenticate: Authenticate) -> AccessInfoV3:
        try:
            return authenticate(self._session)
        except exceptions.ClientException as problem:
            raise _error(problem) from None

    @override
    def __repr__(self) -> str:
        return "Gate()"


class Login:
    """One credential's token and catalog."""

    def __init__(self, gate: Gate, authenticate: Authenticate) -> None:
        self._gate, self._authenticate = gate, authenticate
        self._access: AccessInfoV3 | None = None
        self._good_until = 0.0
        self._lock = asyncio.Lock()

    async def access(self) -> AccessInfoV3:
        """Return a token that is good, with the catalog that came with it."""
        if (known := self._good()) is not None:
            return known
        async with self._lock:
            if (known := self._good()) is None:
                known = self._access = await self._gate.run(self._authenticate)
                self._good_until = _good_until(known)
        return known

    async def token(self) -> str:
        """Return a token that is good."""
        return (await self.access()).auth_token or ""

    def reject(self, token: str) -> None:
        """Forget a token that a service did not accept, unless a newer one has come."""
        if self._access is not None and self._access.auth_token == token:
            self._access = None

    def _good(self) -> AccessInfoV3 | None:
        return self._access if time() < self._good_until else None

    @override
    def __repr__(self) -> str:
        return "Login()"


def _good_until(access: AccessInfoV3) -> float:
    return access.expires.timestamp() - STALE if access.expires else inf


def words_of(problem: exceptions.ClientException) -> str:
    """Return what the identity service has said, without what is told beside it."""
    status, request_id = getattr(problem, "http_status", 0), getattr(problem, "request_id", None)
    said = problem.message.removesuffix(f" (Request-ID: {request_id})")
    return said.removesuffix(f" (HTTP {status})")


def _error(problem: exceptions.ClientException) -> CloudError:
    """Return what a failure of the identity service means."""
    status = getattr(problem, "http_status", None)
    request_id = getattr(problem, "request_id", None)
    said = f"identity: {words_of(problem)}"
    if isinstance(problem, exceptions.ConnectionError) or (status or FAULT) >= FAULT:
        return CloudUnavailable(said, status=status, request_id=request_id)
    return CloudRefused(said, status=status, request_id=request_id)
