"""Remember for a while what was found out, and find it out only once for all who ask at a time."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from time import monotonic
from typing import Generic, TypeVar

from typing_extensions import override

Key = TypeVar("Key", bound=Hashable)
Found = TypeVar("Found")


class Memory(Generic[Key, Found]):
    """Answers by question; the oldest are forgotten first.  Failures are not remembered."""

    def __init__(self, seconds: float, most: int = 1000) -> None:
        self._seconds, self._most = seconds, most
        self._known: OrderedDict[Key, tuple[float, asyncio.Future[Found]]] = OrderedDict()

    async def ask(self, key: Key, find_out: Callable[[], Awaitable[Found]]) -> Found:
        """Return the answer to a question, which is found out unless it is known."""
        until, answer = self._known.get(key, (0.0, None))
        if answer is None or until < monotonic() or _has_failed(answer):
            answer = asyncio.ensure_future(find_out())
            answer.add_done_callback(_has_failed)  # a failure that nobody waits for is no bug
            self._known[key] = (monotonic() + self._seconds, answer)
            self._known.move_to_end(key)
            self._forget_oldest()
        # One who gives up must not take the answer away from the others.
        return await asyncio.shield(answer)

    def _forget_oldest(self) -> None:
        while len(self._known) > self._most:
            self._known.popitem(last=False)

    @override
    def __repr__(self) -> str:
        return f"Memory({len(self._known)} answers)"


def _has_failed(answer: "asyncio.Future[Found]") -> bool:
    return answer.done() and (answer.cancelled() or answer.exception() is not None)
