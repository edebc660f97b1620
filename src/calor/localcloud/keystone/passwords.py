"""Secrets that are only compared: kept as scrypt hashes, with proven ones remembered in memory."""

import hashlib
import hmac
import secrets
from base64 import b64decode, b64encode

COST, BLOCK = 1 << 11, 8
SALT_BYTES = 16
REMEMBERED = 4096


class Passwords:
    """Hashes secrets and checks them; a check that succeeded is cheap the next time."""

    def __init__(self) -> None:
        self._pepper = secrets.token_bytes(32)
        self._proven: dict[bytes, None] = {}

    def hashed(self, secret: str) -> str:
        """Return what may be stored of a secret."""
        salt = secrets.token_bytes(SALT_BYTES)
        digest = _scrypt(secret, salt)
        return f"scrypt${b64encode(salt).decode()}${b64encode(digest).decode()}"

    def is_right(self, secret: str, stored: str | None) -> bool:
        """Return whether a secret is the one that was hashed."""
        if stored is None:
            return False
        proof = hmac.digest(self._pepper, f"{stored}\0{secret}".encode(), "sha256")
        if proof in self._proven:
            return True
        _, salt, digest = stored.split("$")
        if not hmac.compare_digest(_scrypt(secret, b64decode(salt)), b64decode(digest)):
            return False
        if len(self._proven) >= REMEMBERED:
            self._proven.pop(next(iter(self._proven)))
        self._proven[proof] = None
        return True


def _scrypt(secret: str, salt: bytes) -> bytes:
    return hashlib.scrypt(secret.encode(), salt=salt, n=COST, r=BLOCK, p=1, dklen=32)
