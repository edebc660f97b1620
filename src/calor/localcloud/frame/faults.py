"""Misbehaviour on demand, so that tests can see what a client makes of it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from threading import Lock


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer with this status and do nothing."""

    status: int


@dataclass(frozen=True, slots=True)
class Delay:
    """Wait before acting."""

    seconds: float


@dataclass(frozen=True, slots=True)
class LoseReply:
    """Act, then break the connection in place of the reply."""


@dataclass(frozen=True, slots=True)
class RevokeToken:
    """Revoke the caller's token before acting."""


Misbehaviour = Answer | Delay | LoseReply | RevokeToken


@dataclass(frozen=True, slots=True)
class Fault:
    """Which calls are met with misbehaviour, and how often."""

    method: str
    path: str
    """A regular expression that must match the whole path, the service's prefix included."""
    misbehaviour: Misbehaviour
    times: int = 1


class Faults:
    """The faults that are still to come; may be set from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: list[Fault] = []

    def set(self, faults: Iterable[Fault]) -> None:
        """Replace what is still to come."""
        with self._lock:
            self._waiting = list(faults)

    def add(self, fault: Fault) -> None:
        """Let one more fault come."""
        with self._lock:
            self._waiting.append(fault)

    def take(self, method: str, path: str) -> Misbehaviour | None:
        """Return what the first fault for this call does, and use the fault up by one."""
        if not self._waiting:
            return None
        with self._lock:
            for at, fault in enumerate(self._waiting):
                if fault.method == method and re.fullmatch(fault.path, path):
                    self._waiting[at : at + 1] = _less(fault)
                    return fault.misbehaviour
        return None


def _less(fault: Fault) -> list[Fault]:
    if fault.times <= 1:
        return []
    return [Fault(fault.method, fault.path, fault.misbehaviour, fault.times - 1)]
