"""The service as an operator runs it: `calor api` and `calor engine` beside a real Keystone.

It is registered in a region of its own, which is removed in the end, so that
nobody else on the cloud notices.
"""

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any

from keystoneauth1.identity import Password
from keystoneauth1.session import Session
from tools.orchestration import (
    Keystone,
    Places,
    connect,
    heat_conf,
    list_in_catalog,
    register,
    set_endpoint,
    write,
)

from tests.openstack.counting import Counted, counted

SECRET = "secret"
SOURCES = Path(__file__).parents[2] / "src"
CALOR = [sys.executable, "-c", "from calor.main import main; main()"]
PATIENCE = 90


def until(what: Callable[[], Any]) -> Any:
    """Return what is found once there is something."""
    end = time.monotonic() + PATIENCE
    while not (found := what()):
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.1)
    return found


@dataclass
class Service:
    """The processes of a service, and all that they need."""

    keystone: Keystone
    config: Path
    network: Counted
    places: Places
    log: IO[str] | None = None
    """Where the processes write what they have to say, if not here."""
    more: str = ""
    """What else stands in the configuration."""
    name: str = field(default_factory=lambda: f"calor-test-{uuid.uuid4().hex[:8]}")
    made: list[str] = field(default_factory=list)
    running: dict[str, subprocess.Popen[str]] = field(default_factory=dict)

    def make(self, kind: str, **fields: Any) -> str:
        """Make a user or a project, which is removed in the end."""
        body = {kind: {"name": self.new_name(), "domain_id": "default", **fields}}
        made_id = str(self.keystone.ask("POST", f"/{kind}s", body)[kind]["id"])
        self.made.append(f"/{kind}s/{made_id}")
        return made_id

    def new_name(self) -> str:
        """Return a name that nobody has yet."""
        return f"{self.name}-{len(self.made)}"

    def somebody(self, project: str, *roles: str) -> Session:
        """Return a new user who has logged in to a project."""
        user = self.make("user", password=SECRET)
        self.keystone.grant(f"projects/{project}", user, *roles)
        return self.login(user_id=user, project_id=project)

    def login(self, **who: Any) -> Session:
        """Return a way to all services, as somebody."""
        url = os.environ["OS_AUTH_URL"]
        return Session(auth=Password(auth_url=url, **{"password": SECRET, **who}))

    def administrator(self) -> Session:
        """Return the administrator, who has seen the newest catalog."""
        return connect(os.environ).session

    def start(self, *command: str) -> str:
        """Start one of the processes, and return the line by which it says that it is ready."""
        process = subprocess.Popen(
            [*CALOR, *command, "--config-file", str(self.config)],
            env={**os.environ, "PYTHONPATH": str(SOURCES)},
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
        )
        self.running[command[0]] = process
        assert process.stdout is not None
        return process.stdout.readline().strip()

    def stop(self, name: str, how: int = signal.SIGTERM) -> int:
        """End one of the processes, and return its exit code."""
        process = self.running.pop(name)
        process.send_signal(how)
        code = process.wait(30)
        assert process.stdout is not None
        process.stdout.close()
        return code

    def close(self) -> None:
        """End everything, and remove what was made."""
        for name in list(self.running):
            self.stop(name)
        for path in reversed(self.made):
            self.keystone.ask("DELETE", path)


@contextmanager
def served(directory: Path, log: IO[str] | None = None, more: str = "") -> Iterator[Service]:
    """Run the service until the end of the block."""
    keystone = connect(os.environ)
    region = f"calor-test-{uuid.uuid4().hex[:8]}"
    with counted(address_of(keystone, "network")) as network, _region(keystone, region):
        places = Places(region=region)
        service = Service(keystone, directory / "heat.conf", network, places, log, more)
        try:
            _start(service)
            yield service
        finally:
            service.close()


def _start(service: Service) -> None:
    register(service.keystone, SECRET)
    default = f"sqlite:///{service.config.parent}/calor.sqlite"
    database = os.environ.get("CALOR_TEST_DATABASE", default)
    text = heat_conf(os.environ["OS_AUTH_URL"], database, SECRET, service.places)
    write(service.config, text + service.more)
    subprocess.run(
        [*CALOR, "manage", "db", "upgrade", "--config-file", str(service.config)],
        env={**os.environ, "PYTHONPATH": str(SOURCES)},
        check=True,
        capture_output=True,
    )
    url = service.start("api", "--port", "0").removeprefix("the API serves ")
    service.places = replace(service.places, orchestration=url)
    list_in_catalog(service.keystone, service.places)
    _copy_endpoints(service.keystone, service.places.region, {"network": service.network.url})
    service.start("engine")


@contextmanager
def _region(keystone: Keystone, name: str) -> Iterator[None]:
    keystone.ask("POST", "/regions", {"region": {"id": name}})
    try:
        yield
    finally:
        for one in keystone.ask("GET", "/endpoints", region_id=name)["endpoints"]:
            keystone.ask("DELETE", f"/endpoints/{one['id']}")
        keystone.ask("DELETE", f"/regions/{name}")


def _copy_endpoints(keystone: Keystone, region: str, instead: Mapping[str, str]) -> None:
    """Have all other services in the region, some of them elsewhere."""
    home = os.environ.get("OS_REGION_NAME", "RegionOne")
    kinds = {one["id"]: one["type"] for one in keystone.ask("GET", "/services")["services"]}
    for one in keystone.ask("GET", "/endpoints", region_id=home)["endpoints"]:
        kind = kinds[one["service_id"]]
        if kind not in ("orchestration", "cloudformation"):
            url = instead.get(kind, one["url"])
            set_endpoint(keystone, one["service_id"], one["interface"], region, url)


def address_of(keystone: Keystone, kind: str) -> str:
    """Return where a service of the cloud is."""
    home = os.environ.get("OS_REGION_NAME", "RegionOne")
    found = keystone.session.get_endpoint(service_type=kind, interface="public", region_name=home)
    return str(found)
