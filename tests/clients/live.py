"""A service in a process of its own, as an operator runs it."""

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import requests

CALOR = (sys.executable, "-c", "from calor.main import main; main()")
SOURCES = Path(__file__).parents[2] / "src"
PATIENCE = 60


@dataclass(frozen=True)
class Live:
    """A service that runs, with everything it has in one directory."""

    directory: Path
    log: Path

    def variables(self, user: str = "demo") -> dict[str, str]:
        """Return what `calor env` tells a shell to set."""
        command = [*CALOR, "env", "--data-dir", str(self.directory), "--user", user]
        told = subprocess.run(command, env=surroundings(), capture_output=True, check=True).stdout
        words = (shlex.split(line) for line in told.decode().splitlines())
        return dict(word[1].split("=", 1) for word in words if word[0] == "export")


def surroundings(**more: str) -> dict[str, str]:
    """Return the environment of a child process: this one's, without a cloud."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OS_")}
    return {**kept, "PYTHONPATH": str(SOURCES), "PYTHONUNBUFFERED": "1", **more}


@contextmanager
def live_service(place: Path) -> Iterator[Live]:
    """Run a service on free ports until the end of the block."""
    live = Live(place / "data", place / "service.log")
    ports = ("--port", "0", "--cloud-port", "0")
    command = [*CALOR, "serve", "--data-dir", str(live.directory), *ports]
    with (
        live.log.open("wb") as log,
        subprocess.Popen(command, stdout=log, stderr=log, env=surroundings()) as process,
    ):
        try:
            _wait_for(live, process)
            yield live
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _wait_for(live: Live, process: "subprocess.Popen[bytes]") -> None:
    """Wait until a service tells that it serves."""
    end = time.monotonic() + PATIENCE
    while "in another shell" not in (said := live.log.read_text()):
        assert process.poll() is None, said
        assert time.monotonic() < end, said
        time.sleep(0.02)
    url = next(word for word in said.split() if word.startswith("http"))
    assert requests.get(f"{url}/", timeout=PATIENCE).status_code == 300
