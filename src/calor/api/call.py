"""One request while it is being answered, and the answer."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from calor.api.caller import Caller
from calor.api.services import Services

JSON: Final = "application/json"
_ENCODER: Final = msgspec.json.Encoder()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What is sent back; a body that may be long is sent in pieces as they come."""

    status: int = 200
    body: bytes | AsyncIterator[bytes] = b""
    content_type: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)


def answer(value: Any, status: int = 200, **headers: str) -> Answer:
    """Return an answer whose body is a value."""
    named = {name.replace("_", "-"): one for name, one in headers.items()}
    return Answer(status=status, body=_ENCODER.encode(value), headers=named)


def empty(status: int, **headers: str) -> Answer:
    """Return an answer without a body."""
    named = {name.replace("_", "-"): one for name, one in headers.items()}
    return Answer(status=status, headers=named)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A request of a known caller to a known route, with everything in it read."""

    services: Services
    caller: Caller
    path: Mapping[str, str]
    """What stands in the places of the route's path."""
    query: Mapping[str, Any]
    body: Any
    """The body as the route's type; none if it has none."""
    where: str
    """The path of the request."""
    url: str
    """The service's address as the caller sees it, without a slash at its end."""
    raw_query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    def enforce(self, rule: str) -> None:
        """Raise `Forbidden` unless a rule allows what is asked for."""
        self.services.policy.enforce(rule, self.caller, {"project_id": self.caller.project_id})

    @property
    def project(self) -> str:
        """Return the project in which the caller acts."""
        return self.caller.project_id
