"""Who acts."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Requester:
    """Somebody on whose behalf something is done, as far as it is remembered with a stack."""

    user: str | None = None
    """Their name, as it is shown."""
    user_id: str | None = None
    is_admin: bool = False
    """Whether limits do not count."""
    credential_id: str | None = None
    """What an engine acts with on their behalf."""
