"""Answers that are kept for a short time, and questions that are asked once at a time."""

import asyncio
import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Kept(Generic[Answer]):
    """An answer and how long it may be given again."""

    answer: Answer
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Freshness:
    """How long and how many answers are kept."""

    seconds: float = 30.0
    entries: int = 10_000


class Memory(Generic[Answer]):
    """Answers by a digest of what was asked, so that no secret stays here."""

    def __init__(
        self, limits: Freshness | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._limits = limits or Freshness()
        self._clock = clock
        self._salt = secrets.token_bytes(32)
        self._kept: OrderedDict[bytes, tuple[float, Answer]] = OrderedDict()
        self._asked: dict[bytes, asyncio.Task[Kept[Answer]]] = {}

    def __len__(self) -> int:
        return len(self._kept)

    async def answer(
        self, question: tuple[str, ...], ask: Callable[[], Awaitable[Kept[Answer]]]
    ) -> Answer:
        """Return a kept answer; or ask, once for all who want to know the same."""
        key = self._digest(question)
        until, answer = self._kept.get(key, (0.0, None))
        if answer is not None and self._clock() < until:
            return answer
        task = self._asked.get(key)
        if task is None:
            task = asyncio.create_task(self._ask(key, ask))
            self._asked[key] = task
            task.add_done_callback(_notice)
        # One who goes away does not take the answer from those who wait for it, too.
        return (await asyncio.shield(task)).answer

    async def _ask(self, key: bytes, ask: Callable[[], Awaitable[Kept[Answer]]]) -> Kept[Answer]:
        try:
            found = await ask()
            self._keep(key, found)
            return found
        finally:
            del self._asked[key]

    def _keep(self, key: bytes, found: Kept[Answer]) -> None:
        seconds = min(found.seconds, self._limits.seconds)
        self._kept.pop(key, None)
        if seconds <= 0:
            return
        self._kept[key] = (self._clock() + seconds, found.answer)
        while len(self._kept) > self._limits.entries:
            self._kept.popitem(last=False)

    def _digest(self, question: tuple[str, ...]) -> bytes:
        text = "\0".join(f"{len(part)}:{part}" for part in question)
        return hashlib.blake2b(
            text.encode(errors="surrogatepass"), digest_size=32, key=self._salt
        ).digest()


def _notice(task: "asyncio.Task[Kept[Answer]]") -> None:
    """Take note of a failure that nobody waits for any more."""
    if not task.cancelled():
        task.exception()


def utc_now() -> datetime:
    """Return the time of day, to compare it with when a token expires."""
    return datetime.now(UTC)
