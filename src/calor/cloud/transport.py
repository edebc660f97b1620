"""Carry requests to services: bounded in number, time and size, and again where that may help."""

import asyncio
import ssl
from collections.abc import Mapping
from itertools import count
from typing import Final

import aiohttp
import msgspec
from typing_extensions import override

from calor.cloud.calls import FIRST_ERROR, Answer, Call, Missed, pause_before_repeating
from calor.cloud.settings import Patience, Tls
from calor.core.errors import CloudUnavailable

CHUNK: Final = 256 * 1024


class Transport:
    """All connections of this process to a cloud."""

    def __init__(self, patience: Patience) -> None:
        self.patience = patience
        self._session: aiohttp.ClientSession | None = None
        self._is_closed = False
        self._gates: dict[str, asyncio.Semaphore] = {}
        self._contexts: dict[Tls, ssl.SSLContext | bool] = {}

    async def send(self, call: Call) -> Answer:
        """Send a request until there is an answer that sending it again would not change."""
        for attempt in count():
            outcome = await self._attempt(call)
            pause = pause_before_repeating(call, outcome, attempt, self.patience)
            if pause is not None:
                await asyncio.sleep(pause)
            elif isinstance(outcome, Missed):
                raise outcome.error
            else:
                return outcome
        raise AssertionError

    async def close(self) -> None:
        """Let go of all connections; nothing is sent any more."""
        self._is_closed = True
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def _attempt(self, call: Call) -> Answer | Missed:
        try:
            async with self._gate(call.gate):
                return await self._exchange(call)
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as problem:
            return Missed(CloudUnavailable(f"{call.asked}: {problem}"), was_sent=False)
        except TimeoutError:
            return Missed(CloudUnavailable(f"{call.asked}: no answer in time"), was_sent=True)
        except (aiohttp.ClientError, OSError) as problem:
            said = str(problem) or type(problem).__name__
            return Missed(CloudUnavailable(f"{call.asked}: {said}"), was_sent=True)

    async def _exchange(self, call: Call) -> Answer:
        async with self._open().request(
            call.method,
            call.url,
            params=call.query,
            headers=call.headers,
            data=call.body,
            ssl=self._trust(call.tls),
            allow_redirects=False,
        ) as reply:
            content = await self._read(reply, call)
            return _answer(reply.status, {**reply.headers}, content, call)

    async def _read(self, reply: aiohttp.ClientResponse, call: Call) -> bytes:
        content = bytearray()
        async for chunk in reply.content.iter_chunked(CHUNK):
            content += chunk
            if len(content) > self.patience.largest_answer:
                reply.close()
                raise CloudUnavailable(f"{call.asked}: the answer is too long to be read")
        return bytes(content)

    def _open(self) -> aiohttp.ClientSession:
        if self._is_closed:
            raise CloudUnavailable("the cloud is not asked any more: everything stops")
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=0),
                timeout=aiohttp.ClientTimeout(
                    total=self.patience.answer_seconds,
                    sock_connect=self.patience.connect_seconds,
                ),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": "calor", "Accept": "application/json"},
            )
        return self._session

    def _gate(self, name: str) -> asyncio.Semaphore:
        return self._gates.setdefault(name, asyncio.Semaphore(self.patience.at_once))

    def _trust(self, tls: Tls) -> ssl.SSLContext | bool:
        if tls not in self._contexts:
            self._contexts[tls] = ssl_context(tls)
        return self._contexts[tls]

    @override
    def __repr__(self) -> str:
        return f"Transport({self.patience})"


def _answer(status: int, headers: Mapping[str, str], content: bytes, call: Call) -> Answer:
    headers = {name.lower(): value for name, value in headers.items()}
    is_json = "json" in headers.get("content-type", "")
    if not content:
        return Answer(status, headers, None)
    try:
        body = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError):
        if is_json and status < FIRST_ERROR:
            raise CloudUnavailable(
                f"{call.asked}: the answer is not the JSON it is called"
            ) from None
        return Answer(status, headers, None, content[:2000].decode(errors="replace"))
    return Answer(status, headers, body if is_json or isinstance(body, dict | list) else None)


def ssl_context(tls: Tls) -> ssl.SSLContext | bool:
    """Return how to tell whether a service is what it says it is; the usual way is true."""
    if tls == Tls():
        return True
    context = ssl.create_default_context(cafile=tls.cafile)
    if tls.insecure:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    if tls.certfile:
        context.load_cert_chain(tls.certfile, tls.keyfile)
    return context
