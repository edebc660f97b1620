"""Where others reach the orchestration API: the catalog of the cloud says it."""

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Final

from calor.cloud.clouds import OpenStackClouds
from calor.cloud.remembering import Memory
from calor.cloud.services import service_of
from calor.cloud.settings import Account
from calor.core.errors import CloudError, CloudRefused
from calor.plugin.addresses import Addresses

LOG = logging.getLogger(__name__)

KEPT: Final = 3600.0
PATIENCE: Final = 10.0
"""The seconds for which work on a stack is held up when the identity service does not answer."""
SERVICE: Final = service_of("orchestration")


@dataclass(frozen=True, slots=True)
class PublicAddresses:
    """Finds the addresses that servers and alarms are given, when they are first needed."""

    clouds: OpenStackClouds
    account: Account
    """As whom the catalog is read; whoever reads it, it says the same."""
    known: Memory[str, Addresses] = field(default_factory=lambda: Memory(KEPT), repr=False)

    async def __call__(self) -> Addresses:
        """Return what is known at the moment."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self.known.ask(SERVICE.type, self._read)
        except (CloudError, TimeoutError) as problem:
            said = str(problem) or "the identity service does not answer"
            LOG.warning("servers are not told where the orchestration API is: %s", said)
            return self._addresses(None)

    async def _read(self) -> Addresses:
        cloud = self.clouds.of_account(self.account)
        await cloud.login.access()
        try:
            found = await cloud.endpoints.address(SERVICE, cloud.login)
        except CloudRefused as problem:
            LOG.warning("servers are not told where the orchestration API is: %s", problem)
            return self._addresses(None)
        return self._addresses(f"{found.versioned}/%(project)s")

    def _addresses(self, api: str | None) -> Addresses:
        return Addresses(api=api, identity=self.clouds.settings.auth_url)
