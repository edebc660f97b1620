"""Who asks, and the two questions that every request meets: who are you, and may you."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from calor.core.errors import CalorError

STACK_USER_ROLE = "heat_stack_user"


class Unauthenticated(CalorError):
    """Nobody knows who asks."""

    def __init__(
        self, message: str = "authentication is needed", *, challenge: str | None = None
    ) -> None:
        super().__init__(message)
        self.challenge = challenge
        """What the header `WWW-Authenticate` of the answer says, if anything."""


class IdentityUnavailable(CalorError):
    """Who asks cannot be found out at the moment; the same request may succeed later."""


class Forbidden(CalorError):
    """It is known who asks, and that is not enough."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Somebody who was found out to be who they say they are, in the project they act in."""

    user_id: str
    user_name: str = ""
    user_domain_id: str | None = None
    project_id: str
    project_name: str = ""
    project_domain_id: str | None = None
    roles: frozenset[str] = frozenset()
    is_admin: bool = False
    """Whether the policy takes them for an administrator of the whole cloud."""
    is_admin_project: bool = True
    system_scope: str | None = None
    token: str | None = field(default=None, repr=False)
    trust_id: str | None = None
    """The trust by which somebody else acts for the user, if so."""
    trustee_id: str | None = None
    """Who that is."""
    password: str | None = field(default=None, repr=False)
    """Known only where requests carry it instead of a token."""
    auth_url: str | None = None
    region: str | None = None
    services: frozenset[str] | None = None
    """The types of service in their catalog, if their token has one."""


class Authenticate(Protocol):
    """Finds out who asks."""

    async def __call__(self, headers: Mapping[str, str]) -> Caller:
        """Return the caller by the headers of a request, in lower case; or `Unauthenticated`."""


class Policy(Protocol):
    """Knows who may do what."""

    def enforce(self, rule: str, caller: Caller, target: Mapping[str, Any]) -> None:
        """Raise `Forbidden` unless a rule such as `stacks:create` allows it."""

    def allows_type(self, caller: Caller, resource_type: str) -> bool:
        """Return whether a caller may use a type of resource."""

    def is_admin(self, caller: Caller) -> bool:
        """Return whether a caller administers the whole cloud."""
