"""What routes are answered from."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from calor.api.caller import Caller, Policy
from calor.api.fetching import Fetching
from calor.api.metrics import Metrics
from calor.api.verdicts import Verdicts
from calor.engine.desks import Desks
from calor.store.records import CredentialRecord

Credentials: TypeAlias = Callable[[Caller], Awaitable[CredentialRecord | None]]
"""Makes something with which engines can act on behalf of a caller later."""

TakeBack: TypeAlias = Callable[[CredentialRecord], Awaitable[None]]
"""Undoes what `Credentials` has made and nobody is going to use."""

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
    credentials: Credentials | None = None
    take_back: TakeBack | None = None
    containers: Containers | None = None
    verdicts: Verdicts = field(default_factory=Verdicts)
    """What was found of templates a moment ago."""
    metrics: Metrics = field(default_factory=Metrics)
