"""Looks at the token of each call; what a token is worth is remembered until something changes."""

from calor.localcloud.frame.refusal import unauthorized
from calor.localcloud.keystone.access import Access, access_of
from calor.localcloud.keystone.identity import Identity
from calor.localcloud.keystone.standing import valid_standing
from calor.localcloud.keystone.tokens import InvalidToken

REMEMBERED = 4096


class Gate:
    """Turns a token's text into what its owner may do."""

    def __init__(self, identity: Identity) -> None:
        self._identity = identity
        self._revision = -1
        self._known: dict[str, Access] = {}

    def access(self, text: str) -> Access:
        """Return what the owner of a token may do, or raise that the token is not valid."""
        identity = self._identity
        revision = identity.database.revision("identity")
        if revision != self._revision or len(self._known) >= REMEMBERED:
            self._known.clear()
            self._revision = revision
        access = self._known.get(text)
        if access is None:
            access = access_of(valid_standing(identity, identity.tokens.opened(text)))
            self._known[text] = access
        elif access.standing.token.expires_at <= identity.now():
            raise InvalidToken
        return access

    def admit(self, text: str | None) -> Access:
        """Return what a caller may do, or refuse the call."""
        try:
            return self.access(text or "")
        except InvalidToken:
            raise unauthorized() from None
