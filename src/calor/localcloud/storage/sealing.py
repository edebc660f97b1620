"""Encryption of what must not be readable in the database or in a token."""

import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

NONCE_BYTES = 12


class Broken(Exception):
    """Sealed bytes that this key did not seal, or not for this place."""


class Sealer:
    """Seals bytes with one key, bound to the place they are kept at."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)

    def seal(self, content: bytes, place: str) -> bytes:
        """Encrypt content for a place."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, content, place.encode())

    def open(self, sealed: bytes, place: str) -> bytes:
        """Decrypt what was sealed for a place."""
        try:
            return self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], place.encode())
        except (InvalidTag, ValueError):
            raise Broken(place) from None
