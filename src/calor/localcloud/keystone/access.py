"""What a caller may do."""

from dataclasses import dataclass

from calor.localcloud.frame.refusal import forbidden
from calor.localcloud.keystone.standing import Standing


@dataclass(frozen=True, slots=True)
class Access:
    """A caller's roles and where they count."""

    standing: Standing
    roles: frozenset[str]

    @property
    def user_id(self) -> str:
        """Who calls."""
        return self.standing.user.id

    @property
    def project_id(self) -> str | None:
        """The project that the caller's token is for."""
        return self.standing.token.scope.project_id

    @property
    def domain_id(self) -> str | None:
        """The domain that the caller's token is for."""
        return self.standing.token.scope.domain_id

    @property
    def is_admin(self) -> bool:
        """Whether the caller administers the whole cloud."""
        return "admin" in self.roles and self.domain_id is None

    @property
    def is_system_reader(self) -> bool:
        """Whether the caller may look at the whole cloud."""
        return self.is_admin or (self.standing.token.scope.system and "reader" in self.roles)

    @property
    def is_service(self) -> bool:
        """Whether the caller is a service of the cloud or its administrator."""
        return self.is_admin or "service" in self.roles

    def manages(self, domain_id: str | None) -> bool:
        """Return whether the caller administers what is in a domain."""
        own = self.domain_id is not None and self.domain_id == domain_id
        return self.is_admin or (own and bool(self.roles & {"admin", "manager"}))

    def reads(self, domain_id: str | None) -> bool:
        """Return whether the caller may look at what is in a domain."""
        own = self.domain_id is not None and self.domain_id == domain_id
        return self.is_system_reader or (own and bool(self.roles & {"admin", "reader"}))

    def require(self, allowed: object) -> None:
        """Refuse unless something holds."""
        if not allowed:
            raise forbidden()


def access_of(standing: Standing) -> Access:
    """Return what the owner of a token may do."""
    return Access(standing, frozenset(role.name for role in standing.roles))
