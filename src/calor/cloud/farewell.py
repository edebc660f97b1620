"""Give back what was kept in the cloud for a stack, once it is deleted."""

import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from calor.cloud.identity import Identity
from calor.cloud.stack_users import StackUserDomain
from calor.core.errors import CloudError, NotFound
from calor.store.port import Store
from calor.store.records import StackRecord

LOG = logging.getLogger(__name__)

FORMER: Final = "former_credentials"
"""In the details of a stack: the ids of credentials that others have left before."""


@dataclass(frozen=True, slots=True)
class CloudFarewell:
    """Removes the project of a tree's users, and the credentials that the tree was kept with.

    What cannot be removed now is logged and left: a deleted stack is deleted.
    """

    store: Store
    identity: Identity
    users: StackUserDomain | None = None

    async def __call__(self, root: StackRecord) -> None:
        """Give back what was kept for a tree; doing so twice does no harm."""
        if self.users is not None:
            try:
                await self.users(root.project, root.id).delete_project()
            except CloudError as problem:
                LOG.warning("%s: the project of its users is left over: %s", root.id, problem)
        for credential_id in (root.credential_id, *root.details.get(FORMER, ())):
            if credential_id is not None:
                await self._forget(root, credential_id)

    async def _forget(self, root: StackRecord, credential_id: str) -> None:
        with suppress(NotFound):
            record = await self.store.credentials.get(credential_id)
            try:
                await self.identity.forget(record)
            except CloudError as problem:
                LOG.warning("%s: a trust is left over: %s", root.id, problem)
            await self.store.credentials.delete(credential_id)
