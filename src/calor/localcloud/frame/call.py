"""A call as a service's handler sees it, and the reply it gives."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import parse_qsl

import msgspec

from calor.localcloud.frame.refusal import bad_request

MAX_QUERY_FIELDS = 100


@dataclass(frozen=True)
class Call:
    """One HTTP request, its path cut off behind the service's prefix."""

    method: str
    path: str
    raw_query: str
    headers: Mapping[str, str]
    body: bytes
    root: str
    """The service's own address as the caller knows it, with no slash at the end."""
    params: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def query(self) -> Mapping[str, str]:
        """The query's fields; the first of several with one name counts."""
        try:
            pairs = parse_qsl(
                self.raw_query, keep_blank_values=True, max_num_fields=MAX_QUERY_FIELDS
            )
        except ValueError as error:
            raise bad_request(f"The query cannot be read: {error}.") from None
        return dict(reversed(pairs))

    @cached_property
    def json(self) -> Any:
        """The body, which must be JSON."""
        try:
            return msgspec.json.decode(self.body)
        except (msgspec.DecodeError, RecursionError):
            raise bad_request("The body is not JSON.") from None

    def member(self, name: str) -> dict[str, Any]:
        """Return the object that a body wraps, as in {"user": {…}}."""
        body = self.json
        wrapped = body.get(name) if isinstance(body, dict) else None
        if not isinstance(wrapped, dict):
            raise bad_request(f"The body must be an object with an object {name!r} in it.")
        return wrapped


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a call: an object that becomes JSON, ready bytes, or nothing."""

    status: int = 200
    body: object = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def encoded(self) -> bytes:
        """Return the bytes to send."""
        if self.body is None:
            return b""
        return self.body if isinstance(self.body, bytes) else msgspec.json.encode(self.body)


NO_CONTENT = Reply(204)
