"""A call whose caller is known, and the handlers that answer it."""

from collections.abc import Callable
from dataclasses import dataclass

from calor.localcloud.frame.call import Call, Reply
from calor.localcloud.keystone.access import Access
from calor.localcloud.keystone.gate import Gate
from calor.localcloud.keystone.identity import Identity


@dataclass(frozen=True, slots=True)
class Visit:
    """What a handler gets."""

    identity: Identity
    gate: Gate
    call: Call

    @property
    def access(self) -> Access:
        """What the caller may do; refuses a caller without a valid token."""
        return self.gate.admit(self.call.headers.get("x-auth-token"))

    def param(self, name: str) -> str:
        """Return a part of the path."""
        return self.call.params[name]

    def link(self, *parts: str) -> str:
        """Return the address of something of this service."""
        return "/".join((self.call.root, "v3", *parts))


@dataclass(frozen=True, slots=True)
class Action:
    """A method, a path below `/v3`, and what answers it."""

    method: str
    path: str
    handler: Callable[[Visit], Reply]
