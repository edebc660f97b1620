"""An event loop whose time passes only when nothing is left to do: no test ever waits."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

EPOCH = 1_700_000_000.0
MOST_TURNS = 500_000
"""Nothing takes so many turns but something that goes round and round."""

Result = TypeVar("Result")


class Endless(AssertionError):
    """The simulation goes round without time passing, or waits for nothing."""


class LeapingSelector(selectors.SelectSelector):
    """Leaps ahead instead of waiting."""

    def __init__(self) -> None:
        super().__init__()
        self.time = 0.0
        self.turns = 0

    def select(self, timeout: float | None = None) -> list[Any]:
        self.turns += 1
        if timeout is None or self.turns > MOST_TURNS:
            raise Endless("nothing will ever happen" if timeout is None else "it goes round")
        self.time += max(0.0, timeout)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop over a clock that leaps."""

    def __init__(self, start: float = 0.0) -> None:
        self.leaping = LeapingSelector()
        self.leaping.time = start
        super().__init__(self.leaping)

    def time(self) -> float:
        return self.leaping.time


class VirtualClock:
    """The engine's clock: the loop's time."""

    def now(self) -> float:
        return EPOCH + asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


def run_virtually(main: Coroutine[Any, Any, Result], start: float = 0.0) -> Result:
    """Run something in virtual time; whatever it leaves behind is cancelled."""
    loop = VirtualLoop(start)
    try:
        return loop.run_until_complete(main)
    finally:
        loop.run_until_complete(_cancel_rest())
        loop.close()


async def _cancel_rest() -> None:
    rest = asyncio.all_tasks() - {asyncio.current_task()}
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
