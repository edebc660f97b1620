"""Who acts."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from calor.engine.lookups import Lookups
from calor.store.records import CredentialRecord

Trusting: TypeAlias = Callable[[], Awaitable[CredentialRecord | None]]
TakingBack: TypeAlias = Callable[[CredentialRecord], Awaitable[None]]


def anything(_name: str) -> bool:
    """Allow everything."""
    return True


async def no_credential() -> CredentialRecord | None:
    """Leave nothing with a stack."""
    return None


async def nothing_to_take_back(_credential: CredentialRecord) -> None:
    """Take nothing back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Requester:
    """Somebody on whose behalf something is done, as far as it is remembered with a stack."""

    user: str | None = None
    """Their name, as it is shown."""
    user_id: str | None = None
    project: str | None = None
    """Where they act; none for wherever they like."""
    is_admin: bool = False
    """Whether limits do not count."""
    may_use: Callable[[str], bool] = anything
    """Says whether they may have resources of a type."""
    has_service: Callable[[str], bool] = anything
    """Says whether their cloud has a service such as `nova`."""
    lookups: Lookups | None = None
    """Knows what is in their cloud; without it, what only a cloud knows is believed."""
    trust: Trusting = no_credential
    """Makes what an engine acts with on their behalf, once a request is found to be sound."""
    take_back: TakingBack = nothing_to_take_back
    """Undoes what `trust` has made and nobody is going to use."""
