"""The cloud of a tree, as whoever the tree belongs to at the moment."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from calor.plugin.cloud import Cloud, Reply, Request, Shelf


@dataclass(slots=True)
class CurrentCloud:
    """Passes all on to the cloud of the newest credential, also what began with an older one.

    An older credential is given back soon after it was replaced.
    """

    now: Cloud

    async def send(self, request: Request) -> Reply:
        """Send a request."""
        return await self.now.send(request)

    async def find(self, kind: str, name_or_id: str) -> str:
        """Return the id of an object."""
        return await self.now.find(kind, name_or_id)

    async def watch(self, shelf: Shelf, object_id: str) -> Mapping[str, Any] | None:
        """Return an object as it is now, or none if it is gone."""
        return await self.now.watch(shelf, object_id)

    async def project(self) -> str:
        """Return the id of the project."""
        return await self.now.project()

    async def region(self) -> str | None:
        """Return the name of the region, where there is one."""
        return await self.now.region()

    async def microversion(self, service: str, most: str) -> str | None:
        """Return the highest microversion that a service speaks up to one."""
        return await self.now.microversion(service, most)
