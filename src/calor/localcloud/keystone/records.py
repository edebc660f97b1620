"""What the identity service remembers, one dataclass a kind."""

from dataclasses import dataclass, field
from typing import Any, Literal

Target = Literal["project", "domain", "system"]


@dataclass(frozen=True, slots=True)
class Project:
    """A project, or a domain, which is a project that owns itself."""

    id: str
    name: str
    domain_id: str | None
    parent_id: str | None
    description: str = ""
    enabled: bool = True
    is_domain: bool = False
    tags: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class User:
    """Somebody who can log in; `secret` is a password's hash."""

    id: str
    name: str
    domain_id: str
    enabled: bool = True
    default_project_id: str | None = None
    secret: str | None = field(default=None, repr=False)
    options: dict[str, Any] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Group:
    """A set of users of one domain's making."""

    id: str
    name: str
    domain_id: str
    description: str = ""
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Membership:
    """A user in a group."""

    group_id: str
    user_id: str

    @property
    def id(self) -> str:
        """The pair."""
        return f"{self.group_id}:{self.user_id}"


@dataclass(frozen=True, slots=True)
class Role:
    """A role, of the whole cloud or of one domain."""

    id: str
    name: str
    domain_id: str | None = None
    description: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Implication:
    """Who has the prior role has the implied one too."""

    prior_id: str
    implied_id: str

    @property
    def id(self) -> str:
        """The pair."""
        return f"{self.prior_id}:{self.implied_id}"


@dataclass(frozen=True, slots=True)
class Grant:
    """A role that a user or a group has on a project, a domain or the system."""

    actor: Literal["user", "group"]
    actor_id: str
    target: Target
    target_id: str
    role_id: str
    inherited: bool = False

    @property
    def id(self) -> str:
        """All of it: a grant is there or not."""
        return (
            f"{self.actor}:{self.actor_id}:{self.target}:{self.target_id}"
            f":{self.role_id}:{int(self.inherited)}"
        )


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the cloud."""

    id: str
    description: str = ""
    parent_region_id: str | None = None
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CatalogService:
    """A service that the catalog names."""

    id: str
    type: str
    name: str | None = None
    enabled: bool = True
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address of a service."""

    id: str
    service_id: str
    interface: str
    url: str
    region_id: str | None = None
    enabled: bool = True
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Trust:
    """Leave that a trustor gives a trustee to act with some roles in a project."""

    id: str
    trustor_user_id: str
    trustee_user_id: str
    impersonation: bool
    project_id: str | None
    role_ids: tuple[str, ...]
    expires_at: float | None = None
    remaining_uses: int | None = None
    redelegation_count: int = 0
    redelegated_trust_id: str | None = None
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ApplicationCredential:
    """A login of its own that a user gives a program, for one project."""

    id: str
    name: str
    user_id: str
    project_id: str
    role_ids: tuple[str, ...]
    secret: str = field(repr=False)
    description: str | None = None
    expires_at: float | None = None
    unrestricted: bool | None = None


@dataclass(frozen=True, slots=True)
class Credential:
    """Something secret kept for a user, such as an EC2 key pair; `blob` is sealed."""

    id: str
    user_id: str
    project_id: str | None
    type: str
    blob: bytes = field(repr=False)
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Revocation:
    """Tokens about something, issued up to a moment, are no longer good."""

    id: str
    issued_before: float
