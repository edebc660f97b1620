"""The cloud as a resource type sees it: the services of one project, by their own protocols."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from typing_extensions import override

from calor.core.errors import CloudUnavailable


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request to a service.

    The path stands behind the service's address, which has its version whatever
    the catalog says: `/servers` of compute, `/networks` of the network service.
    A path may also begin with the version (`/v2.0/networks`); that is the same.
    """

    service: str
    """The type of the service, such as `compute`, `network` or `block-storage`."""
    method: str
    path: str
    body: Any = None
    """What becomes JSON; bytes are sent as they are."""
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    microversion: str | None = None
    """The microversion that the request needs; none is the service's oldest."""
    region: str | None = None
    """The region whose service is meant, if not that of all others."""
    may_repeat: bool | None = None
    """Whether sending it twice does no harm; none means: all but POST."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a service has answered; only success is answered, all else is an error."""

    status: int
    body: Any = None
    """The decoded JSON, or none."""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """Where the objects of a kind stand: a collection that can be listed with all details."""

    service: str
    path: str
    key: str
    """What the list is called in the answer."""
    microversion: str | None = None
    id_key: str = "id"


class Cloud(Protocol):
    """An OpenStack cloud, seen by one user in one project."""

    async def send(self, request: Request) -> Reply:
        """Send a request, again where that may help, and return what was answered.

        Raise `CloudNotFound`, `CloudConflict`, `CloudRefused` or `CloudUnavailable`,
        each with what the service said and the id under which its operator finds it.
        """

    async def find(self, kind: str, name_or_id: str) -> str:
        """Return the id of an object of a kind such as `neutron.network`.

        Raise `CloudNotFound` if there is none, `CloudRefused` if a name fits several.
        """

    async def watch(self, shelf: Shelf, object_id: str) -> Mapping[str, Any] | None:
        """Return an object as it is now, or none if it is gone.

        Those who watch objects of the same shelf at the same time share their listings.
        """

    async def project(self) -> str:
        """Return the id of the project."""

    async def region(self) -> str | None:
        """Return the name of the region, where there is one."""

    async def microversion(self, service: str, most: str) -> str | None:
        """Return the highest microversion that a service speaks up to one; none if it has none."""


class NoCloud:
    """Stands where no cloud is: whoever needs one is told so."""

    async def send(self, request: Request) -> Reply:
        """Refuse."""
        raise CloudUnavailable(f"there is no cloud to ask for {request.service}")

    async def find(self, kind: str, name_or_id: str) -> str:
        """Refuse."""
        raise CloudUnavailable(f"there is no cloud in which to look for {kind} {name_or_id}")

    async def watch(self, shelf: Shelf, object_id: str) -> Mapping[str, Any] | None:
        """Refuse."""
        raise CloudUnavailable(f"there is no cloud to ask for {shelf.service} {object_id}")

    async def project(self) -> str:
        """Refuse."""
        raise CloudUnavailable("there is no cloud, so there is no project")

    async def region(self) -> str | None:
        """Return none: there is nothing that has regions."""
        return None

    async def microversion(self, service: str, most: str) -> str | None:
        """Refuse."""
        raise CloudUnavailable(f"there is no cloud whose {service} could speak {most}")

    @override
    def __repr__(self) -> str:
        return "NoCloud()"
