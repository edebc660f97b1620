"""Secrets at rest: AES-256-GCM, bound to the key's id and to the place of the secret.

A sealed secret is a version byte, the length of the key's id, that id, a nonce,
and the encrypted text with its tag.  What is sealed for one row cannot be
moved to another.  Nothing here shows a key or a secret, not even in errors.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from typing_extensions import override

from calor.core.errors import UnreadableSecret

VERSION = 1
NONCE = 12
KEY_SIZE = 32
LONGEST_ID = 255


class Cipher(Protocol):
    """What a store encrypts with."""

    def seal(self, secret: bytes, place: str) -> bytes:
        """Encrypt a secret for one place."""

    def open(self, sealed: bytes, place: str) -> bytes:
        """Decrypt what was sealed for that place, or raise `UnreadableSecret`."""

    def is_newest(self, sealed: bytes) -> bool:
        """Whether something was sealed with the key that seals today."""


@dataclass(frozen=True, slots=True)
class Key:
    """256 bits with a name that may be shown."""

    id: str
    material: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.material) != KEY_SIZE:
            raise ValueError(f"the key {self.id!r} must have {KEY_SIZE} bytes")
        if not 0 < len(self.id.encode()) <= LONGEST_ID:
            raise ValueError(f"the id of a key has 1 to {LONGEST_ID} bytes")


class Keyring:
    """Keys by id: the first one seals, all of them open."""

    def __init__(self, keys: Sequence[Key]) -> None:
        if not keys:
            raise ValueError("a keyring needs at least one key")
        if len({key.id for key in keys}) < len(keys):
            raise ValueError("two keys of a keyring have the same id")
        self._ids = tuple(key.id for key in keys)
        self._ciphers = {key.id.encode(): AESGCM(key.material) for key in keys}
        self._first = self._ids[0].encode()
        self._header = bytes((VERSION, len(self._first))) + self._first

    @override
    def __repr__(self) -> str:
        return f"Keyring({', '.join(self._ids)})"

    def seal(self, secret: bytes, place: str) -> bytes:
        """Encrypt a secret for one place with the first key."""
        nonce = os.urandom(NONCE)
        text = self._ciphers[self._first].encrypt(nonce, secret, _bound(self._first, place))
        return self._header + nonce + text

    def open(self, sealed: bytes, place: str) -> bytes:
        """Decrypt with whatever key it was sealed with."""
        key_id, rest = _split(sealed)
        cipher = self._ciphers.get(key_id)
        if cipher is None:
            name = key_id.decode(errors="replace")
            raise UnreadableSecret(f"a secret needs the key {name!r}, which is not among the keys")
        try:
            return cipher.decrypt(rest[:NONCE], rest[NONCE:], _bound(key_id, place))
        except (InvalidTag, ValueError):
            # Not chained: the library's error says nothing more, and must never come to hold data.
            raise UnreadableSecret("a stored secret was changed or moved") from None

    def is_newest(self, sealed: bytes) -> bool:
        """Whether the first key sealed it."""
        return sealed.startswith(self._header)


def _bound(key_id: bytes, place: str) -> bytes:
    return bytes((VERSION, len(key_id))) + key_id + place.encode()


def _split(sealed: bytes) -> tuple[bytes, bytes]:
    if len(sealed) < 2 or sealed[0] != VERSION:  # noqa: PLR2004
        raise UnreadableSecret("a stored secret has an unknown form")
    end = 2 + sealed[1]
    return sealed[2:end], sealed[end:]
