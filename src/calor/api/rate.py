"""How many requests somebody may make in a while.

Callers are told apart by user and project.  Who cannot say who they are is told apart by address,
and pays for each refusal only, so that nobody guesses tokens at leisure.
"""

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from calor.api.caller import Caller
from calor.api.faults import TooManyRequests

BUCKETS = 20_000
"""How many callers or addresses are remembered; the longest unseen is forgotten first."""

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """So many requests a second for long, and some more at once; 0 a second is no limit."""

    per_second: float = 0.0
    burst: int = 100


class Buckets:
    """Token buckets by name: full at first, refilled with time, emptied by requests."""

    def __init__(self, rate: Rate, *, clock: Clock = time.monotonic, most: int = BUCKETS) -> None:
        self._rate = rate
        self._size = max(1.0, float(rate.burst))
        self._clock = clock
        self._most = most
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._levels)

    def refuse_empty(self, name: str) -> None:
        """Raise `TooManyRequests` if nothing is left, and take nothing."""
        if self._rate.per_second > 0:
            level = self._level(name, self._clock())
            if level < 1.0:
                seconds = math.ceil((1.0 - level) / self._rate.per_second)
                raise TooManyRequests(f"too many requests; try again in {seconds} s", seconds)

    def take(self, name: str) -> None:
        """Take one, or raise `TooManyRequests`."""
        if self._rate.per_second <= 0:
            return
        self.refuse_empty(name)
        now = self._clock()
        self._levels[name] = (now, self._level(name, now) - 1.0)
        self._levels.move_to_end(name)
        if len(self._levels) > self._most:
            self._levels.popitem(last=False)

    def _level(self, name: str, now: float) -> float:
        then, level = self._levels.get(name, (now, self._size))
        return min(self._size, level + (now - then) * self._rate.per_second)


@dataclass(frozen=True, slots=True, kw_only=True)
class RateSettings:
    """How often callers may ask, and addresses be refused; no limits unless set."""

    callers: Rate = field(default_factory=Rate)
    addresses: Rate = field(default_factory=Rate)


class RequestRates:
    """The rates that every request is held to."""

    def __init__(self, settings: RateSettings, *, clock: Clock = time.monotonic) -> None:
        self._callers = Buckets(settings.callers, clock=clock)
        self._addresses = Buckets(settings.addresses, clock=clock)

    def admit(self, caller: Caller) -> None:
        """Count a request of a caller, or raise `TooManyRequests`."""
        self._callers.take(f"{caller.project_id}/{caller.user_id}")

    def admit_stranger(self, address: str) -> None:
        """Raise `TooManyRequests` for an address that was refused too often, before asking who."""
        self._addresses.refuse_empty(address)

    def refused(self, address: str) -> None:
        """Count a request that could not say who it came from, or raise `TooManyRequests`."""
        self._addresses.take(address)
