"""The users that resources make for their servers, as a resource type sees them."""

from dataclasses import dataclass, field
from typing import Protocol

from calor.core.errors import CloudUnavailable

NO_USERS = "there is no identity service in which a stack could have users"


@dataclass(frozen=True, slots=True)
class AccessKey:
    """A pair of keys with which a user signs requests as on EC2."""

    id: str
    access: str
    secret: str = field(repr=False)


class StackUsers(Protocol):
    """The users that the resources of one tree make, for servers to report back with.

    They live apart from the cloud's own users.  Whatever is made is found again by
    its name, so that making it twice does no harm.
    """

    async def project(self) -> str:
        """Return the id of the project that they are in."""

    async def create_user(self, name: str, password: str | None = None) -> str:
        """Make a user and return its id."""

    async def delete_user(self, user_id: str) -> None:
        """Remove a user, if it is there."""

    async def enable_user(self, user_id: str) -> None:
        """Let a user in again."""

    async def disable_user(self, user_id: str) -> None:
        """Keep a user out for a while."""

    async def create_key(self, user_id: str) -> AccessKey:
        """Return the access key of a user, which is made if there is none."""

    async def delete_key(self, key_id: str) -> None:
        """Remove an access key, if it is there."""

    async def token(self, user_id: str, password: str) -> str:
        """Return a token of a user."""


class NoStackUsers:
    """Stands where no identity service is: whoever needs a user is told so."""

    async def project(self) -> str:
        """Refuse."""
        raise CloudUnavailable(NO_USERS)

    async def create_user(self, name: str, password: str | None = None) -> str:
        """Refuse."""
        raise CloudUnavailable(NO_USERS)

    async def delete_user(self, user_id: str) -> None:
        """Do nothing: nobody is there."""

    async def enable_user(self, user_id: str) -> None:
        """Refuse."""
        raise CloudUnavailable(NO_USERS)

    async def disable_user(self, user_id: str) -> None:
        """Refuse."""
        raise CloudUnavailable(NO_USERS)

    async def create_key(self, user_id: str) -> AccessKey:
        """Refuse."""
        raise CloudUnavailable(NO_USERS)

    async def delete_key(self, key_id: str) -> None:
        """Do nothing: there is none."""

    async def token(self, user_id: str, password: str) -> str:
        """Refuse."""
        raise CloudUnavailable(NO_USERS)
