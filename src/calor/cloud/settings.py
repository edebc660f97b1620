"""What an operator says about the cloud: where it is, who we are there, and how to treat it."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Tls:
    """How services prove who they are, and how we do."""

    cafile: str | None = None
    insecure: bool = False
    certfile: str | None = None
    keyfile: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """By which of its addresses a service is called."""

    interface: str = "public"
    tls: Tls = field(default_factory=Tls)


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How much is asked at once, how often again, and how long an answer may take."""

    at_once: int = 40
    """Requests in flight per service."""
    repeats: int = 4
    """How often a request that failed is sent again."""
    first_pause: float = 0.5
    longest_pause: float = 30.0
    connect_seconds: float = 10.0
    answer_seconds: float = 120.0
    largest_answer: int = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A user who proves who they are by a password, in a project where they have one."""

    username: str | None = None
    user_id: str | None = None
    password: str = field(repr=False)
    user_domain_name: str | None = None
    user_domain_id: str | None = None
    project_name: str | None = None
    project_id: str | None = None
    project_domain_name: str | None = None
    project_domain_id: str | None = None
    domain_id: str | None = None
    """The domain that is acted upon, where it is not a project."""
    domain_name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CloudSettings:
    """One cloud."""

    auth_url: str
    """Where its identity service is, with or without `/v3`."""
    region: str | None = None
    reach: Reach = field(default_factory=Reach)
    services: Mapping[str, Reach] = field(default_factory=dict)
    """What is different for a service, by its official type."""
    patience: Patience = field(default_factory=Patience)
    remembered_logins: int = 500
    """How many credentials keep their tokens and what was found with them."""
    find_seconds: float = 60.0
    """For how long a name stands for the id that was found for it."""

    def reach_of(self, service: str) -> Reach:
        """Return how a service is called."""
        return self.services.get(service, self.reach)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrustSettings:
    """How users let calor act for them later."""

    trustee: Account
    delegated_roles: tuple[str, ...] = ()
    """The roles that are handed on; none means all that the user has."""
    may_redelegate: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StackUserSettings:
    """Where the users that stacks make for their servers live."""

    admin: Account
    """Whoever may make users and projects there."""
    domain_id: str | None = None
    domain_name: str | None = None
    role: str = "heat_stack_user"

    @property
    def has_domain(self) -> bool:
        """Whether they have a domain of their own."""
        return bool(self.domain_id or self.domain_name)
