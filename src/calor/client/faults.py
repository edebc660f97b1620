"""What can go wrong between a client and a service, as a person should read it."""

from typing import Any

from calor.client.decoding import as_map, decoded
from calor.core.errors import CalorError

LONGEST = 2000
"""How much of an answer that is no error of the API is quoted."""


class ServiceProblem(CalorError):
    """The service refuses a request, or cannot be asked."""


class NoService(ServiceProblem):
    """Nothing says where a service is, or how to get into it."""


class Unreachable(ServiceProblem):
    """The service does not answer."""


class Refused(ServiceProblem):
    """The service has answered with an error."""

    def __init__(self, message: str, status: int, kind: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.kind = kind
        """The name under which the service knows the error, such as `EntityNotFound`."""


def refusal(status: int, body: bytes) -> Refused:
    """Return the error that an answer tells of, in whichever form it does."""
    content = _content(body)
    inner = as_map(content.get("error"))
    message = inner.get("message") or content.get("explanation") or content.get("message")
    if not isinstance(message, str) or not message:
        message = f"the service answers with status {status}"
        if text := body.decode(errors="replace").strip():
            message += f": {text[:LONGEST]}"
    return Refused(message, status, str(inner.get("type") or ""))


def _content(body: bytes) -> dict[str, Any]:
    try:
        return as_map(decoded(body))
    except ValueError:
        return {}
