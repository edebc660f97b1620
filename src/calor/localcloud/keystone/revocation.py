"""Which tokens are no longer good although they have not expired.

What a token points at is looked up each time it is used, so only what cannot be seen there is
noted here: that a token was given back, or that all tokens of a user up to a moment are void.
"""

from collections.abc import Iterable

from calor.localcloud.keystone.records import Revocation
from calor.localcloud.keystone.tokens import Token
from calor.localcloud.storage.shelf import Shelf

MANY = 1000


class Revocations:
    """Revocations of single tokens and of users' tokens; old ones are dropped now and then."""

    def __init__(self, shelf: Shelf[Revocation], lifetime: float) -> None:
        self._shelf = shelf
        self._lifetime = lifetime
        self._many = max(MANY, 2 * len(shelf))

    def revoke_token(self, token: Token, moment: float) -> None:
        """Revoke one token."""
        self._revoke(_of_token(token), moment)

    def revoke_user(self, user_id: str, moment: float) -> None:
        """Revoke the tokens of a user that were issued up to a moment."""
        self._revoke(_of_user(user_id), moment)

    def is_revoked(self, token: Token, users: Iterable[str]) -> bool:
        """Return whether a token, or all of one of these users, is revoked."""
        subjects = (_of_token(token), *map(_of_user, users))
        return any(
            (found := self._shelf.get(subject)) is not None
            and token.issued_at <= found.issued_before
            for subject in subjects
        )

    def _revoke(self, subject: str, moment: float) -> None:
        if len(self._shelf) >= self._many:
            self._forget(moment - self._lifetime)
        self._shelf.put(Revocation(subject, moment))

    def _forget(self, before: float) -> None:
        """Drop revocations of tokens that have all expired."""
        for one in self._shelf:
            if one.issued_before < before:
                self._shelf.drop(one.id)
        self._many = max(MANY, 2 * len(self._shelf))


def _of_token(token: Token) -> str:
    return f"token {token.audit_ids[0]}"


def _of_user(user_id: str) -> str:
    return f"user {user_id}"
