"""One worker process: started, asked, killed."""

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from calor.core.errors import EvaluationError
from calor.sandbox.frames import BadFrame, decode, receive, send
from calor.sandbox.limits import Limits

BOOT = """
import json, sys
paths, limits = map(json.loads, sys.argv[1:])
sys.path += paths
from calor.sandbox.limits import Limits
from calor.sandbox.worker import main
main(Limits(**limits))
"""
AROUND_THE_VALUE = 1024
LAST_BREATH_SECONDS = 1.0


class WorkerFailed(EvaluationError):
    """The worker took too long, died or answered nonsense; it is dead now."""

    def __init__(self, cause: str) -> None:
        super().__init__(f"yaql: {cause}")


class Worker:
    """A process that evaluates one expression at a time.

    It shares nothing with its parent but one socket.  When the parent dies the
    socket closes, and the worker ends when it sees that: at once if it waits,
    within its processor limit if it works.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        try:
            self._end, self._process = _start(limits)
        except OSError as problem:
            raise WorkerFailed(f"no worker can be started: {problem.strerror}") from problem
        with self._dying_on_failure():
            self._receive(time.monotonic() + limits.start_seconds)

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    def is_alive(self) -> bool:
        """Return whether the process still runs."""
        return self._process.poll() is None

    def ask(self, request: bytes) -> Any:
        """Return the reply to a request; after any exception the worker is dead."""
        deadline = time.monotonic() + self._limits.patience_seconds
        with self._dying_on_failure():
            self._allow_until(deadline)
            send(self._end, request)
            return self._receive(deadline)

    def kill(self) -> None:
        """End the process."""
        self._end.close()
        self._process.kill()
        self._process.wait()

    def _receive(self, deadline: float) -> Any:
        most = self._limits.output_bytes + AROUND_THE_VALUE
        return decode(receive(self._end, most, lambda: self._allow_until(deadline)))

    def _allow_until(self, deadline: float) -> None:
        remaining = deadline - time.monotonic()
        if remaining <= 0:
            raise TimeoutError
        self._end.settimeout(remaining)

    @contextmanager
    def _dying_on_failure(self) -> Iterator[None]:
        # Whatever interrupts an exchange, even Ctrl-C, leaves a reply on its way that
        # the next question would take for its own.
        try:
            yield
        except TimeoutError as problem:
            self.kill()
            raise WorkerFailed("the expression took too long on a busy machine") from problem
        except (OSError, BadFrame, ValueError, RecursionError) as problem:
            cause = self._cause_of_death()
            self.kill()
            raise WorkerFailed(cause) from problem
        except BaseException:
            self.kill()
            raise

    def _cause_of_death(self) -> str:
        try:
            code = self._process.wait(LAST_BREATH_SECONDS)
        except subprocess.TimeoutExpired:
            return "the worker answered nonsense"
        if code == -signal.SIGPROF:
            seconds = self._limits.processor_seconds
            return f"the expression used more than {seconds:g} s of processor time"
        return f"the worker ended unexpectedly (status {code})"


def _start(limits: Limits) -> tuple[socket.socket, subprocess.Popen[bytes]]:
    ours, theirs = socket.socketpair()
    with theirs:
        try:
            return ours, subprocess.Popen(  # noqa: S603 - our own interpreter and program
                _command(limits),
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                env={},
                # A Ctrl-C at the terminal is for the parent, which knows what it means.
                start_new_session=True,
            )
        except BaseException:
            ours.close()
            raise


def _command(limits: Limits) -> list[str]:
    # Without `site` and environment nothing but these paths decides what is imported.
    paths = [str(Path(path).absolute()) for path in sys.path if path]
    isolated = [sys.executable, "-I", "-S", "-c", BOOT]
    return [*isolated, json.dumps(paths), json.dumps(asdict(limits))]
