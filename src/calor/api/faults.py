"""Errors as clients of Heat know them: a status, and the name of a class they look for."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from calor.api.caller import Forbidden, IdentityUnavailable, Unauthenticated
from calor.core.errors import (
    AlreadyThere,
    CalorError,
    CircularDependency,
    CloudError,
    CloudNotFound,
    CloudUnavailable,
    Conflict,
    InvalidTemplate,
    LimitExceeded,
    NoSuchResource,
    NotAllowed,
    NotFound,
    NotSupported,
    ServiceMissing,
    StoreUnavailable,
    Unstorable,
)


class BadRequest(CalorError):
    """A request that cannot be understood."""


class TooManyRequests(CalorError):
    """A caller asks more often than the operator allows."""

    def __init__(self, message: str, retry_after: float) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class NoSuchPath(CalorError):
    """Nothing is served under an address."""


class NoEngine(CalorError):
    """Nobody is there who would do the work."""


class WrongMethod(CalorError):
    """What is served under an address cannot be asked in this way."""

    def __init__(self, allowed: frozenset[str]) -> None:
        super().__init__(f"this address knows {', '.join(sorted(allowed))} alone")
        self.allowed = allowed


FAULTS: Final[Mapping[type[CalorError], tuple[int, str]]] = {
    AlreadyThere: (409, "StackExists"),
    BadRequest: (400, "HTTPBadRequest"),
    CircularDependency: (400, "CircularDependencyException"),
    CloudError: (400, "StackValidationFailed"),
    CloudNotFound: (404, "EntityNotFound"),
    CloudUnavailable: (503, "ServiceUnavailable"),
    Conflict: (409, "ActionInProgress"),
    Forbidden: (403, "Forbidden"),
    IdentityUnavailable: (503, "ServiceUnavailable"),
    InvalidTemplate: (400, "StackValidationFailed"),
    LimitExceeded: (400, "RequestLimitExceeded"),
    NoEngine: (503, "HTTPServiceUnavailable"),
    NoSuchPath: (404, "HTTPNotFound"),
    NoSuchResource: (404, "ResourceNotFound"),
    NotAllowed: (403, "Forbidden"),
    NotFound: (404, "EntityNotFound"),
    NotSupported: (400, "NotSupported"),
    ServiceMissing: (400, "ResourceTypeUnavailable"),
    StoreUnavailable: (503, "ServiceUnavailable"),
    TooManyRequests: (429, "HTTPTooManyRequests"),
    Unauthenticated: (401, "HTTPUnauthorized"),
    Unstorable: (400, "HTTPBadRequest"),
    WrongMethod: (405, "HTTPMethodNotAllowed"),
}
"""The status of an error, and the class by which Heat's clients tell it; else 500."""

EXPLANATIONS: Final[Mapping[int, str]] = {
    400: "The request cannot be carried out as it is.",
    401: "This needs a token, or a name and a password.",
    403: "This is not for you to do.",
    404: "There is no such thing.",
    405: "This cannot be done here.",
    409: "This cannot be done now.",
    413: "The request is too large.",
    429: "Too many requests.",
    500: "Something went wrong inside the service.",
    503: "Something that the service needs cannot be reached.",
}


def status_of(error: CalorError) -> tuple[int, str]:
    """Return the status of an error and the name under which clients know it."""
    for kind in type(error).__mro__:
        if issubclass(kind, CalorError) and kind in FAULTS:
            return FAULTS[kind]
    return 500, type(error).__name__


def body_of(status: int, kind: str, message: str | None) -> dict[str, Any]:
    """Return the body that tells of an error; a bug tells its message to nobody."""
    error: dict[str, Any] = {"type": kind, "traceback": None}
    if message is not None:
        error["message"] = message
    return {
        "code": status,
        "title": HTTPStatus(status).phrase,
        "explanation": EXPLANATIONS.get(status, HTTPStatus(status).phrase),
        "error": error,
    }


def headers_of(error: CalorError) -> dict[str, str]:
    """Return the headers that go with an error."""
    match error:
        case WrongMethod(allowed=allowed):
            return {"Allow": ", ".join(sorted(allowed))}
        case TooManyRequests(retry_after=seconds):
            return {"Retry-After": str(max(1, round(seconds)))}
        case Unauthenticated(challenge=challenge):
            return {"WWW-Authenticate": challenge or "Keystone"}
        case _:
            return {}
