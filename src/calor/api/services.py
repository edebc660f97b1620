"""What routes are answered from."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from calor.api.caller import Caller, Policy
from calor.api.fetching import Fetching
from calor.api.metrics import Metrics
from calor.api.verdicts import Verdicts
from calor.engine.bell import Bell
from calor.engine.desks import Desks
from calor.engine.lookups import Lookups
from calor.store.records import CredentialRecord


class Identities(Protocol):
    """Lets callers look into their cloud, and leave with us what acts for them later."""

    def lookups_of(self, caller: Caller) -> Lookups:
        """Return what tells whether the objects that a template names are there."""

    async def credential_of(self, caller: Caller) -> CredentialRecord:
        """Make something with which engines can act on behalf of a caller later."""

    async def forget(self, record: CredentialRecord) -> None:
        """Give back what a credential stands for, once no stack needs it."""


Containers: TypeAlias = Callable[[Caller, str], Awaitable[Mapping[str, str]]]
"""Returns the files in a container of a caller's object store, by their names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiSettings:
    """What an operator has decided about the API."""

    max_body: int = 1 << 20
    max_template: int = 512 << 10
    allow_abandon: bool = False
    allow_adopt: bool = False
    hidden_tags: tuple[str, ...] = ()
    revision: str = "unknown"
    fetching: Fetching = field(default_factory=Fetching)
    trusts_proxy: bool = False
    """Whether a proxy's headers say under which address callers see the service."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The use cases, and what has been decided about them."""

    desks: Desks
    policy: Policy
    settings: ApiSettings = field(default_factory=ApiSettings)
    identity: Identities | None = None
    """None where there is no cloud behind callers."""
    containers: Containers | None = None
    bell: Bell | None = None
    """Rung by an engine that works in the same process."""
    verdicts: Verdicts = field(default_factory=Verdicts)
    """What was found of templates a moment ago."""
    metrics: Metrics = field(default_factory=Metrics)
