"""Which tokens are no longer good although they have not expired."""

from collections.abc import Iterable, Iterator

from calor.localcloud.keystone.records import Revocation
from calor.localcloud.keystone.tokens import Token
from calor.localcloud.storage.shelf import Shelf


class Revocations:
    """Revocations by what a token is about: its user, project, domain, trust, or itself."""

    def __init__(self, shelf: Shelf[Revocation]) -> None:
        self.shelf = shelf

    def revoke(self, subject: str, moment: float) -> None:
        """Revoke the tokens about a subject that were issued up to a moment."""
        self.shelf.put(Revocation(subject, moment))

    def is_revoked(self, token: Token, further: Iterable[str]) -> bool:
        """Return whether any revocation is about this token, or about a further subject."""
        return any(
            (found := self.shelf.get(subject)) is not None
            and token.issued_at <= found.issued_before
            for subject in (*_subjects(token), *further)
        )

    def forget(self, before: float) -> None:
        """Drop revocations of tokens that have all expired."""
        for one in self.shelf:
            if one.issued_before < before:
                self.shelf.drop(one.id)


def user_subject(user_id: str) -> str:
    """Name all tokens of a user."""
    return f"user:{user_id}"


def project_subject(project_id: str) -> str:
    """Name all tokens for a project or a domain."""
    return f"project:{project_id}"


def trust_subject(trust_id: str) -> str:
    """Name all tokens from a trust."""
    return f"trust:{trust_id}"


def audit_subject(audit_id: str) -> str:
    """Name one token."""
    return f"audit:{audit_id}"


def place_subject(user_id: str, target_id: str) -> str:
    """Name a user's tokens for one project or domain."""
    return f"place:{user_id}:{target_id}"


def application_credential_subject(identity: str) -> str:
    """Name all tokens from an application credential."""
    return f"application_credential:{identity}"


def _subjects(token: Token) -> Iterator[str]:
    scope = token.scope
    yield user_subject(token.user_id)
    yield audit_subject(token.audit_ids[0])
    target_id = scope.project_id or scope.domain_id
    if target_id:
        yield project_subject(target_id)
        yield place_subject(token.user_id, target_id)
    if scope.trust_id:
        yield trust_subject(scope.trust_id)
    if token.application_credential_id:
        yield application_credential_subject(token.application_credential_id)
