"""Tokens: everything about a login, sealed, so that nothing of it needs to be stored."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from dataclasses import astuple, dataclass

import msgspec

from calor.localcloud.storage.sealing import Broken, Sealer

PLACE = "token"
MAX_LENGTH = 2048
REMEMBERED = 4096


@dataclass(frozen=True, slots=True)
class Scope:
    """What a token is good for; with nothing set it says only who its owner is."""

    project_id: str | None = None
    domain_id: str | None = None
    system: bool = False
    trust_id: str | None = None


UNSCOPED = Scope()


@dataclass(frozen=True, slots=True)
class Token:
    """A login: who, how, for what, from when until when."""

    user_id: str
    methods: tuple[str, ...]
    scope: Scope
    issued_at: float
    expires_at: float
    audit_ids: tuple[str, ...]
    application_credential_id: str | None = None


Packed = tuple[
    str, tuple[str, ...], tuple[str | None, str | None, bool, str | None], float, float,
    tuple[str, ...], str | None,
]  # fmt: skip
"""A token without the names of its fields, so that its text stays short."""


class InvalidToken(Exception):
    """A text that is no token of this cloud, or one that is no longer good."""


class Tokens:
    """Turns tokens into opaque texts and back."""

    def __init__(self, sealer: Sealer) -> None:
        self._sealer = sealer
        self._decoder = msgspec.msgpack.Decoder(Packed)
        self._known: dict[str, Token] = {}

    def sealed(self, token: Token) -> str:
        """Return the text that stands for a token."""
        sealed = self._sealer.seal(msgspec.msgpack.encode(astuple(token)), PLACE)
        return urlsafe_b64encode(sealed).decode().rstrip("=")

    def opened(self, text: str) -> Token:
        """Return the token that a text stands for."""
        known = self._known.get(text)
        if known is not None:
            return known
        if not 0 < len(text) <= MAX_LENGTH:
            raise InvalidToken
        try:
            sealed = urlsafe_b64decode(text + "=" * (-len(text) % 4))
            packed = self._decoder.decode(self._sealer.open(sealed, PLACE))
        except (NotBase64, ValueError, Broken):
            raise InvalidToken from None
        user_id, methods, scope, *rest = packed
        token = Token(user_id, methods, Scope(*scope), *rest)
        if len(self._known) >= REMEMBERED:
            self._known.pop(next(iter(self._known)))
        self._known[text] = token
        return token
