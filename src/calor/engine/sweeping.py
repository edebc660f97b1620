"""Give back what credentials stand for, such as trusts, once no stack needs them.

Which those are is read from the store: whatever died before it could do so, the
next sweep finds the same credentials idle.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from calor.core.errors import CalorError, NotFound
from calor.store.port import Store
from calor.store.records import CredentialRecord

LOG = logging.getLogger(__name__)

MOST_AT_ONCE: Final = 50
Forget: TypeAlias = Callable[[CredentialRecord, str | None], Awaitable[None]]
"""Gives back what a credential stands for; names the tree, if that has gone as well."""


async def nothing_to_forget(_credential: CredentialRecord, _gone: str | None) -> None:
    """Give nothing back: there is nothing behind credentials."""


@dataclass(slots=True)
class Sweeper:
    """Removes credentials that are idle."""

    store: Store
    forget: Forget = nothing_to_forget
    _called: asyncio.Event = field(default_factory=asyncio.Event)

    def call(self) -> None:
        """Say that there may be something to sweep."""
        self._called.set()

    async def answer(self) -> None:
        """Wait until called, then sweep."""
        await self._called.wait()
        self._called.clear()
        await self.sweep()

    async def sweep(self) -> None:
        """Remove what is idle now; what cannot be given back is left for the next time."""
        try:
            for credential in await self.store.idle_credentials(MOST_AT_ONCE):
                await self._remove(credential)
        except CalorError as problem:
            LOG.warning("credentials could not be given back; they will be: %s", problem)

    async def _remove(self, credential: CredentialRecord) -> None:
        is_gone = credential.root_id is not None and await self._is_gone(credential.root_id)
        await self.forget(credential, credential.root_id if is_gone else None)
        try:
            await self.store.credentials.delete(credential.id)
        except NotFound:
            return  # another engine sweeps, too

    async def _is_gone(self, root_id: str) -> bool:
        try:
            return (await self.store.stack(root_id)).deleted_at is not None
        except NotFound:
            return True
