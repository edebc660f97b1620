"""Who acts."""

from collections.abc import Callable
from dataclasses import dataclass


def anything(_type_name: str) -> bool:
    """Allow every type of resource."""
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Requester:
    """Somebody on whose behalf something is done, as far as it is remembered with a stack."""

    user: str | None = None
    """Their name, as it is shown."""
    user_id: str | None = None
    is_admin: bool = False
    """Whether limits do not count."""
    may_use: Callable[[str], bool] = anything
    """Says whether they may have resources of a type."""
    credential_id: str | None = None
    """What an engine acts with on their behalf."""
