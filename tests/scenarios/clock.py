"""Time that passes only when a scenario says so."""

import asyncio
import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

TICK = 1e-6
"""Every look at the clock comes a little later, so that no two things are of the same age."""


@dataclass
class ScenarioClock:
    time: float = 0.0
    moves: int = 0
    sleepers: list[Any] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=count)

    def now(self) -> float:
        self.time += TICK
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.moves += 1
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        waiting = asyncio.get_running_loop().create_future()
        heapq.heappush(self.sleepers, (self.time + seconds, next(self.numbers), waiting))
        await waiting

    def wake_next(self, until: float) -> bool:
        """Let whoever is due first go on; return whether there is one."""
        while self.sleepers and self.sleepers[0][0] <= until:
            when, _, waiting = heapq.heappop(self.sleepers)
            if not waiting.done():
                self.time = max(self.time, when)
                waiting.set_result(None)
                return True
        self.time = max(self.time, until)
        return False
