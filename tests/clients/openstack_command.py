"""The command `openstack` in this process: each process of its own takes seconds to start."""

import io
import json
import logging
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from importlib.metadata import entry_points
from typing import Any, TypeVar

from tests.clients.shown import Table

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from openstackclient.shell import OpenStackShell
    from osc_lib.clientmanager import ClientCache, ClientManager

GROUP = "openstack.orchestration.v1"
NAMES = {one.name.replace("_", " ") for one in entry_points(group=GROUP)}
"""Every command that python-heatclient adds."""

COMMANDS = Table(NAMES)
shows = COMMANDS.shows
Seen = TypeVar("Seen")


class OpenStackCommand:
    """Runs `openstack …` and returns what it prints."""

    def __init__(self) -> None:
        self.ran: set[str] = set()

    def text(self, *words: str) -> str:
        """Run a command that succeeds and return its output."""
        code, out, err = self.run(*words)
        assert code == 0, f"openstack {' '.join(words)}: {out}{err}"
        return out

    def __call__(self, *words: str) -> Any:
        """Run a command that succeeds and return the JSON at the end of its output."""
        lines = self.text(*words, "-f", "json").splitlines()
        start = next(number for number, line in enumerate(lines) if line[:1] in ("{", "["))
        return json.loads("\n".join(lines[start:]))

    def fails(self, *words: str) -> str:
        """Run a command that fails and return what it says."""
        code, out, err = self.run(*words)
        assert code != 0, f"openstack {' '.join(words)}: {out}{err}"
        return err

    def settled(self, stack: str) -> str:
        """Wait until nothing is being done to a stack and return its status."""
        return until(lambda: self._status(stack), lambda one: not one.endswith("IN_PROGRESS"))

    def create(self, stack: str, template: str, *more: str) -> None:
        """Make a stack, and wait until that is done."""
        self("stack", "create", stack, "-t", template, *more)
        assert self.settled(stack) == "CREATE_COMPLETE"

    def _status(self, stack: str) -> str:
        return str(self("stack", "show", stack)["stack_status"])

    def run(self, *words: str) -> tuple[int, str, str]:
        """Run a command and return its exit status, output and complaints."""
        self.ran.update(command for command in NAMES if _is(command, words))
        out, err = io.StringIO(), io.StringIO()
        _log_out()
        with redirect_stdout(out), redirect_stderr(err), _own_logs():
            code = OpenStackShell().run(list(words))
        return code, out.getvalue(), err.getvalue()


def _log_out() -> None:
    """Forget whom the last run was for: a process is meant to have one user only."""
    for attribute in vars(ClientManager).values():
        if isinstance(attribute, ClientCache):
            attribute._handle = None  # noqa: SLF001


def until(look: Callable[[], Seen], good: Callable[[Seen], bool]) -> Seen:
    """Look again and again, for a minute at most, until what is seen is good."""
    end = time.monotonic() + 60
    while not good(seen := look()):
        assert time.monotonic() < end, f"still {seen}"
        time.sleep(0.05)
    return seen


def _is(command: str, words: tuple[str, ...]) -> bool:
    name = tuple(command.split())
    return words[: len(name)] == name


@contextmanager
def _own_logs() -> Iterator[None]:
    """Have a run set its log up alone, and leave nothing of it."""
    handlers, level = logging.root.handlers[:], logging.root.level
    logging.root.handlers[:] = []
    try:
        yield
    finally:
        logging.root.handlers[:] = handlers
        logging.root.setLevel(level)
