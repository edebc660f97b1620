"""The services of OpenStack: their names in catalogs, and the version of each that we speak."""

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit, urlunsplit

VERSION: Final = re.compile(r"v[0-9]+(\.[0-9]+)?")


@dataclass(frozen=True, slots=True)
class Service:
    """A kind of service."""

    type: str
    """Its official type."""
    version: str | None = None
    """What is added to an address that names no version; none for services that have none."""
    aliases: tuple[str, ...] = ()
    """Other types under which catalogs list it, the best first."""
    short: str | None = None
    """What it is called in the header that asks for a microversion, if not by its type."""
    old_header: str | None = None
    """The header that asked for one before all services shared theirs."""

    def microversion_headers(self, version: str) -> dict[str, str]:
        """Return the headers that ask for a microversion."""
        headers = {"OpenStack-API-Version": f"{self.short or self.type} {version}"}
        return headers | ({self.old_header: version} if self.old_header else {})


SERVICES: Final = (
    Service("alarm", "v2", ("alarming",)),
    Service("baremetal", "v1", ("bare-metal",), old_header="X-OpenStack-Ironic-API-Version"),
    Service("block-storage", "v3", ("volumev3", "block-store", "volume"), short="volume"),
    Service("clustering", "v1", ("resource-cluster", "cluster")),
    Service("compute", "v2.1", old_header="X-OpenStack-Nova-API-Version"),
    Service(
        "container-infrastructure-management",
        "v1",
        ("container-infra", "container-infrastructure"),
        short="container-infra",
    ),
    Service("database", "v1.0"),
    Service("dns", "v2"),
    Service("identity", "v3"),
    Service("image", "v2"),
    Service("key-manager", "v1"),
    Service("load-balancer", "v2"),
    Service("message", "v2", ("messaging",)),
    Service("metric", "v1"),
    Service("network", "v2.0"),
    Service("object-store"),
    Service("orchestration", "v1"),
    Service("placement"),
    Service("reservation", "v1"),
    Service("root-cause-analysis", "v1", ("rca",)),
    Service(
        "shared-file-system",
        "v2",
        ("sharev2", "share"),
        old_header="X-OpenStack-Manila-API-Version",
    ),
    Service("workflow", "v2", ("workflowv2",)),
)

_by_name: Final = {name: one for one in SERVICES for name in (one.type, *one.aliases)}


def service_of(name: str) -> Service:
    """Return a service by any of its names; one that nobody knows has an address as it stands."""
    return _by_name.get(name) or Service(name)


@dataclass(frozen=True, slots=True)
class Address:
    """Where a service is: the root of all versions, the version, and what stands behind it.

    `http://cloud/volume/v3/4f2a` has the root `http://cloud/volume`, the version
    `v3` and the rest `/4f2a`.
    """

    root: str
    version: str | None = None
    rest: str = ""

    @property
    def versioned(self) -> str:
        """The root of the version."""
        return f"{self.root}/{self.version}" if self.version else self.root

    def join(self, path: str) -> str:
        """Return the address of a path.

        A path stands behind the whole address.  If it begins with the address's
        own version, that is left out, so that it can be written either way; if it
        begins with another version, it stands behind the root.
        """
        first, _, rest = path.removeprefix("/").partition("/")
        if self.version is None or not VERSION.fullmatch(first):
            return f"{self.versioned}{self.rest}/{path.removeprefix('/')}"
        if first != self.version:
            return f"{self.root}/{path.removeprefix('/')}"
        return f"{self.versioned}{self.rest}/{rest}"


def address_of(url: str) -> Address:
    """Take the address of a catalog apart."""
    parts = urlsplit(url)
    steps = parts.path.rstrip("/").split("/")
    at = next((index for index, one in enumerate(steps) if VERSION.fullmatch(one)), len(steps))
    root = urlunsplit((parts.scheme, parts.netloc, "/".join(steps[:at]), "", ""))
    if at == len(steps):
        return Address(root)
    rest = "/".join(steps[at + 1 :])
    return Address(root, steps[at], f"/{rest}" if rest else "")
