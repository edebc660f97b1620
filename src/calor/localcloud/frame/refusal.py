"""The one exception with which a service declines a call."""

from collections.abc import Mapping
from typing import Any


class Refusal(Exception):
    """A call that is answered with an error."""

    def __init__(
        self,
        status: int,
        message: str,
        headers: Mapping[str, str] | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.headers = headers or {}
        self.details = details or {}
        """What else the error's body says."""


def bad_request(message: str) -> Refusal:
    """Say that a call is malformed."""
    return Refusal(400, message)


def unauthorized(message: str = "Show who you are: log in and send a valid token.") -> Refusal:
    """Say that the caller is not known."""
    return Refusal(401, message)


def forbidden(message: str = "Your roles do not allow this.") -> Refusal:
    """Say that the caller is known and may not do this."""
    return Refusal(403, message)


def not_found(kind: str, name: str) -> Refusal:
    """Say that there is no such thing."""
    return Refusal(404, f"There is no {kind} {name!r}.")


def conflict(message: str) -> Refusal:
    """Say that something else is in the way."""
    return Refusal(409, message)
