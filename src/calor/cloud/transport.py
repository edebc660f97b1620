"""Carry requests to services: bounded in number, time and size, and again where that may help."""

import asyncio
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from itertools import count
from secrets import SystemRandom
from time import time
from typing import Any, Final

import aiohttp
import msgspec
from typing_extensions import override

from calor.cloud.answers import GATEWAY_FAULTS, TOO_MANY, error_of
from calor.cloud.settings import Patience, Tls
from calor.core.errors import CloudError, CloudUnavailable

CHUNK: Final = 256 * 1024
FIRST_ERROR: Final = 300
CHANCE: Final = SystemRandom()


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A request that is ready to go."""

    gate: str
    """Requests with the same word here share the bound on their number."""
    method: str
    url: str
    asked: str
    """What is asked for, in words for people."""
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    body: bytes | None = field(default=None, repr=False)
    may_repeat: bool = False
    tls: Tls = field(default_factory=Tls)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, whatever its status."""

    status: int
    headers: Mapping[str, str]
    body: Any
    text: str = ""
    """The beginning of what is no JSON."""

    def error(self, call: Call) -> CloudError | None:
        """Return what went wrong, if anything did."""
        if self.status < FIRST_ERROR:
            return None
        return error_of(self.status, self.headers, self.body, self.text, call.asked)


@dataclass(frozen=True, slots=True)
class Missed:
    """Nothing came back."""

    error: CloudUnavailable
    was_sent: bool


class Transport:
    """All connections of this process to a cloud."""

    def __init__(self, patience: Patience) -> None:
        self.patience = patience
        self._session: aiohttp.ClientSession | None = None
        self._gates: dict[str, asyncio.Semaphore] = {}
        self._contexts: dict[Tls, ssl.SSLContext] = {}

    async def send(self, call: Call) -> Answer:
        """Send a request until there is an answer that sending it again would not change.

        What cannot have been acted upon is always sent again: no connection came
        about, or there were too many requests.  Else it depends on the request.
        """
        for attempt in count():
            outcome = await self._attempt(call)
            pause = self._pause(call, outcome, attempt)
            if pause is not None:
                await asyncio.sleep(pause)
            elif isinstance(outcome, Missed):
                raise outcome.error
            else:
                return outcome
        raise AssertionError

    async def close(self) -> None:
        """Let go of all connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    def _pause(self, call: Call, outcome: Answer | Missed, attempt: int) -> float | None:
        if attempt >= self.patience.repeats or not _helps(call, outcome):
            return None
        longest = self.patience.longest_pause
        pause = min(self.patience.first_pause * 2**attempt, longest)
        told = None if isinstance(outcome, Missed) else _retry_after(outcome.headers)
        return min(told, longest) if told is not None else pause * CHANCE.uniform(0.5, 1.0)

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
            ssl=self._context(call.tls),
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

    def _context(self, tls: Tls) -> ssl.SSLContext | bool:
        if tls == Tls():
            return True
        if tls not in self._contexts:
            self._contexts[tls] = _context(tls)
        return self._contexts[tls]

    @override
    def __repr__(self) -> str:
        return f"Transport({self.patience})"


def _helps(call: Call, outcome: Answer | Missed) -> bool:
    """Return whether sending a request again does no harm and may do good."""
    if isinstance(outcome, Missed):
        return call.may_repeat or not outcome.was_sent
    if outcome.status == TOO_MANY:
        return True
    return call.may_repeat and outcome.status in GATEWAY_FAULTS


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Return for how many seconds a service wants to be left alone."""
    told = headers.get("retry-after")
    if told is None:
        return None
    try:
        seconds = float(told) if told.isdecimal() else parsedate_to_datetime(told).timestamp()
    except ValueError:
        return None
    return seconds if told.isdecimal() else max(0.0, seconds - time())


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


def _context(tls: Tls) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=tls.cafile)
    if tls.insecure:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    if tls.certfile:
        context.load_cert_chain(tls.certfile, tls.keyfile)
    return context
