"""Time, as the engine sees it: a port, so that tests and simulations can set it."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """Tells the time and waits."""

    def now(self) -> float:
        """Return the seconds since 1970."""

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds."""


class SystemClock:
    """The clock of this machine."""

    def now(self) -> float:
        """Return the seconds since 1970."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds."""
        await asyncio.sleep(seconds)
