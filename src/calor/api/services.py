"""What routes are answered from."""

from dataclasses import dataclass, field

from calor.api.caller import Policy
from calor.api.verdicts import Verdicts
from calor.engine.desks import Desks


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiSettings:
    """What an operator has decided about the API."""

    max_body: int = 1 << 20
    max_template: int = 512 << 10
    allow_abandon: bool = False
    allow_adopt: bool = False
    hidden_tags: tuple[str, ...] = ()
    revision: str = "unknown"
    trusts_proxy: bool = False
    """Whether a proxy's headers say under which address callers see the service."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The use cases, and what has been decided about them."""

    desks: Desks
    policy: Policy
    settings: ApiSettings = field(default_factory=ApiSettings)
    verdicts: Verdicts = field(default_factory=Verdicts)
    """What was found of templates a moment ago."""
