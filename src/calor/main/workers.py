"""Several processes that do the same: one that is killed is begun anew, told to stop all end."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Final

ENDING: Final = (signal.SIGINT, signal.SIGTERM)


def spread(count: int, work: Callable[[], None]) -> None:
    """Do the same work in so many processes, or in this one if it is to be one.

    In each of them this returns when its work is done; in the process that has begun
    them, when all are.
    """
    if count == 1:
        work()
        return
    crew = _Crew()
    with crew.in_charge():
        if not crew.kept(count):
            return
    work()


@dataclass(slots=True)
class _Crew:
    """The processes that one has begun."""

    members: set[int] = field(default_factory=set)
    is_stopping: bool = False
    worst: int = 0

    @contextmanager
    def in_charge(self) -> Iterator[None]:
        """Pass signals on until the end of the block, which a member leaves at once."""
        before = {one: signal.signal(one, self._stop) for one in ENDING}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)

    def kept(self, count: int) -> bool:
        """Return true in each member; in the process that begins them, false once all have ended.

        Whoever is killed is replaced. Whoever ends with an error has said why, and all the
        others would fail alike.
        """
        if any(self._begin() for _ in range(count)):
            return True
        while self.members:
            pid, status = os.wait()
            self.members.discard(pid)
            code = os.waitstatus_to_exitcode(status)
            if code >= 0:
                self.worst = max(self.worst, code)
                self._stop()
            elif not self.is_stopping and self._begin():
                return True
        if self.worst:
            raise SystemExit(self.worst)
        return False

    def _begin(self) -> bool:
        """Begin a process; a signal waits until it is known, so that it is passed on to all."""
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        pid = os.fork()
        if pid == 0:
            return True
        self.members.add(pid)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
        return False

    def _stop(self, _number: int = 0, _frame: FrameType | None = None) -> None:
        self.is_stopping = True
        for pid in self.members:
            os.kill(pid, signal.SIGTERM)
