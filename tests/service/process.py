"""Programs of calor as real processes, and what is seen of them from outside."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).parents[2]
PROGRAM = (sys.executable, "-c", "from calor.main import main; main()")
PATIENCE = float(os.environ.get("CALOR_PATIENCE", "90"))
"""The seconds after which a test gives up; far more than anything takes, even on a busy machine."""


class Program:
    """One process, its log, and ways to end it."""

    def __init__(self, log: Path, *words: str | Path, **environment: str) -> None:
        self.log = log
        self._words = [*PROGRAM, *map(str, words)]
        self._environment = environment_of(**environment)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, or start it again; what it says goes to the end of its log."""
        with self.log.open("ab") as out:
            self._process = subprocess.Popen(
                self._words, stdout=out, stderr=out, cwd=self.log.parent, env=self._environment
            )

    @property
    def pid(self) -> int:
        return self._running.pid

    @property
    def _running(self) -> subprocess.Popen[bytes]:
        assert self._process is not None
        return self._process

    def said(self) -> str:
        """Return everything in its log."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def has_ended(self) -> bool:
        return self._running.poll() is not None

    def kill(self) -> None:
        """End it without a word of warning."""
        self._running.kill()
        self._running.wait()

    def tell(self) -> None:
        """Ask it to stop."""
        self._running.send_signal(signal.SIGTERM)

    def ended(self, seconds: float = PATIENCE) -> int:
        """Wait for its end and return its status."""
        return self._running.wait(seconds)

    def end(self) -> None:
        """End it if it runs."""
        if self._process is not None and self._process.poll() is None:
            self.kill()

    def memory(self) -> int:
        """Return the bytes of memory it holds."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) << 10
        raise AssertionError(f"process {self.pid} has no memory")


class Service(Program):
    """`calor serve` on a data directory; it keeps its ports when it is started again."""

    def __init__(self, home: Path, **environment: str) -> None:
        self.data = home / "data"
        self.port, self.cloud_port = free_ports(2)
        words = ("serve", "--data-dir", self.data, "--port", str(self.port))
        super().__init__(
            home / "service.log", *words, "--cloud-port", str(self.cloud_port), **environment
        )

    def start(self) -> None:
        super().start()
        until(self._is_there, self)

    def _is_there(self) -> bool:
        assert not self.has_ended(), self.said()
        return self._announced().get("pid") == self.pid

    def _announced(self) -> dict[str, Any]:
        try:
            told: dict[str, Any] = json.loads((self.data / "service.json").read_text())
        except FileNotFoundError:
            return {}
        return told

    @property
    def url(self) -> str:
        return str(self._announced()["url"])

    def login(self, user: str = "demo") -> dict[str, str]:
        """Return the variables that a client of a user sets."""
        return login_of(self.data, user)

    def client(self, user: str = "demo", **more: Any) -> httpx.Client:
        """Return a client with a token, whose paths begin behind the project."""
        return project_client(self.url, self.login(user), **more)


def environment_of(**more: str) -> dict[str, str]:
    """Return what the programs find in their environment."""
    return os.environ | {"PYTHONPATH": str(ROOT / "src")} | more


def login_of(data: Path, user: str = "demo") -> dict[str, str]:
    """Return the variables that a client of a user of a local cloud sets."""
    words = [*PROGRAM, "env", "--data-dir", str(data), "--user", user]
    done = subprocess.run(words, env=environment_of(), check=True, capture_output=True, text=True)
    lines = (line for line in done.stdout.splitlines() if "=" in line)
    pairs = (line.removeprefix("export ").split("=", 1) for line in lines)
    return {name: value.strip("'") for name, value in pairs}


def issue(login: dict[str, str]) -> tuple[str, str]:
    """Return a new token and its project."""
    domain = {"name": login["OS_USER_DOMAIN_NAME"]}
    user = {"name": login["OS_USERNAME"], "password": login["OS_PASSWORD"], "domain": domain}
    scope = {"project": {"name": login["OS_PROJECT_NAME"], "domain": domain}}
    identity = {"methods": ["password"], "password": {"user": user}}
    body = {"auth": {"identity": identity, "scope": scope}}
    reply = httpx.post(f"{login['OS_AUTH_URL']}/auth/tokens", json=body, timeout=PATIENCE)
    assert reply.status_code == 201, reply.text
    return reply.headers["x-subject-token"], reply.json()["token"]["project"]["id"]


def project_client(url: str, login: dict[str, str], **more: Any) -> httpx.Client:
    """Return a client for the orchestration API with a token of its own."""
    token, project = issue(login)
    headers = {"X-Auth-Token": token}
    settings: dict[str, Any] = {"timeout": PATIENCE, "trust_env": False, "follow_redirects": True}
    return httpx.Client(base_url=f"{url}/v1/{project}", headers=headers, **(settings | more))


def free_ports(count: int) -> list[int]:
    """Return ports on which nobody listens now."""
    opened = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in opened]
    for one in opened:
        one.close()
    return ports


def until(is_so: Callable[[], object], *programs: Program, seconds: float = PATIENCE) -> None:
    """Wait until something is so; else show what programs have said."""
    until_nothing(lambda: "" if is_so() else "it did not become so", *programs, seconds=seconds)


def until_nothing(left: Callable[[], str], *programs: Program, seconds: float = PATIENCE) -> None:
    """Wait until nothing is left; else show what is, and what programs have said."""
    end = time.monotonic() + seconds
    while problem := left():
        logs = "\n".join(one.said()[-4000:] for one in programs)
        assert time.monotonic() < end, f"{problem}\n{logs}"
        time.sleep(0.02)


@contextmanager
def serving(home: Path, **environment: str) -> Iterator[Service]:
    """Run a service until the end of the block; if that fails, show its log."""
    service = Service(home, **environment)
    try:
        service.start()
        yield service
    except BaseException:
        sys.stderr.write(service.said()[-20_000:])
        raise
    finally:
        service.end()
