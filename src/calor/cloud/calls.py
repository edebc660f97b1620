"""Requests that are ready to go, what comes back, and whether to send them again."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from secrets import SystemRandom
from time import time
from typing import Any, Final

from calor.cloud.answers import GATEWAY_FAULTS, TOO_MANY, error_of
from calor.cloud.settings import Patience, Tls
from calor.core.errors import CloudError, CloudUnavailable

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


def pause_before_repeating(
    call: Call, outcome: Answer | Missed, attempt: int, patience: Patience
) -> float | None:
    """Return how long to wait before a request is sent again; none if it is not.

    What cannot have been acted upon may always be sent again: no connection came
    about, or there were too many requests.  Else it depends on the request.
    """
    if attempt >= patience.repeats or not _helps(call, outcome):
        return None
    pause = min(patience.first_pause * 2.0**attempt, patience.longest_pause)
    told = None if isinstance(outcome, Missed) else retry_after(outcome.headers)
    if told is not None:
        return min(told, patience.longest_pause)
    return pause * CHANCE.uniform(0.5, 1.0)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return for how many seconds a service wants to be left alone."""
    told = headers.get("retry-after")
    if told is None:
        return None
    try:
        seconds = float(told) if told.isdecimal() else parsedate_to_datetime(told).timestamp()
    except ValueError:
        return None
    return seconds if told.isdecimal() else max(0.0, seconds - time())


def _helps(call: Call, outcome: Answer | Missed) -> bool:
    """Return whether sending a request again does no harm and may do good."""
    if isinstance(outcome, Missed):
        return call.may_repeat or not outcome.was_sent
    if outcome.status == TOO_MANY:
        return True
    return call.may_repeat and outcome.status in GATEWAY_FAULTS
