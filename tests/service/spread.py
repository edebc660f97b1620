"""A service that is spread out: a database, a cloud, some APIs and some engines."""

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx

from tests.service.process import (
    PROGRAM,
    Program,
    environment_of,
    free_ports,
    login_of,
    project_client,
    until,
)

CONFIGURATION = """
[DEFAULT]
auth_encryption_key = 0123456789abcdef0123456789abcdef
stack_domain_admin = heat_domain_admin
stack_domain_admin_password = {domain[OS_PASSWORD]}
stack_user_domain_name = heat
{more}

[database]
connection = {database}

[keystone_authtoken]
auth_type = password
auth_url = {service[OS_AUTH_URL]}
www_authenticate_uri = {service[OS_AUTH_URL]}
username = heat
password = {service[OS_PASSWORD]}
user_domain_name = Default
project_name = service
project_domain_name = Default
"""


class Spread:
    """The processes, which share nothing but a database and a cloud."""

    def __init__(self, home: Path, database: str, more: str = "") -> None:
        self.home = home
        self.ports = free_ports(3)
        self.data = home / "data"
        where = f"http://127.0.0.1:{self.ports[0]}"
        words = ("cloud", "--data-dir", self.data, "--port", str(self.ports[2]))
        self.cloud = Program(home / "cloud.log", *words, "--orchestration", where)
        self.configuration = home / "heat.conf"
        self._database, self._more = database, more
        file = ("--config-file", self.configuration)
        here = ("--host", "127.0.0.1", "--port")
        self.apis = [
            Program(home / f"api{n}.log", "api", *file, *here, str(one))
            for n, one in enumerate(self.ports[:2])
        ]
        self.engines = [Program(home / f"engine{n}.log", "engine", *file) for n in range(2)]

    @property
    def urls(self) -> list[str]:
        return [f"http://127.0.0.1:{port}" for port in self.ports[:2]]

    @property
    def everyone(self) -> list[Program]:
        return [self.cloud, *self.apis, *self.engines]

    def start(self) -> None:
        """Start everything, one after the other."""
        self.cloud.start()
        until(lambda: "the local cloud serves" in self.cloud.said(), self.cloud)
        logins = {
            name: login_of(self.data, user)
            for name, user in (("service", "heat"), ("domain", "heat_domain_admin"))
        }
        self.configuration.write_text(
            CONFIGURATION.format(database=self._database, more=self._more, **logins)
        )
        self.manage("db", "upgrade")
        for one in (*self.apis, *self.engines):
            one.start()
        for url, api in zip(self.urls, self.apis, strict=True):
            until(lambda where=url: answers(where), api)

    def manage(self, *words: str) -> str:
        """Run a command of `calor manage` and return what it says."""
        told = [*PROGRAM, "manage", *words, "--config-file", str(self.configuration)]
        done = subprocess.run(told, env=environment_of(), capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def client(self, url: str) -> httpx.Client:
        return project_client(url, login_of(self.data, "demo"))


def answers(url: str) -> bool:
    """Return whether an API is there."""
    try:
        return httpx.get(f"{url}/healthcheck", trust_env=False).status_code == 200
    except httpx.TransportError:
        return False


@contextmanager
def spread_out(home: Path, database: str, more: str = "") -> Iterator[Spread]:
    """Run a spread-out service until the end of the block."""
    spread = Spread(home, database, more)
    with ExitStack() as stack:
        for one in spread.everyone:
            stack.callback(one.end)
        try:
            spread.start()
            yield spread
        except BaseException as problem:
            for one in spread.everyone:
                problem.add_note(f"== {one.log.name}\n{one.said()[-3000:]}")
            raise
