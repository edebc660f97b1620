"""The keys by which secrets are stored, made of what an operator typed."""

import hashlib
import logging

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from calor.config.settings import InvalidConfiguration
from calor.store.secrets import KEY_SIZE, Key

SHORTEST = 16
EVERYBODY_KNOWS = "notgood but just long enough i t"
"""What Heat takes if nothing is set."""

log = logging.getLogger(__name__)


def key_of(text: str) -> Key:
    """Return the key that a text stands for; the same one everywhere."""
    if len(text) < SHORTEST:
        message = f"[DEFAULT] auth_encryption_key: it must have {SHORTEST} characters or more"
        raise InvalidConfiguration([message])
    if text == EVERYBODY_KNOWS:
        log.warning("[DEFAULT] auth_encryption_key is the one that everybody knows; change it")
    derivation = HKDF(algorithm=SHA256(), length=KEY_SIZE, salt=None, info=b"calor secrets")
    material = derivation.derive(text.encode())
    return Key(f"conf-{hashlib.sha256(material).hexdigest()[:12]}", material)


def keys_of(newest: str | None, older: list[str]) -> tuple[Key, ...]:
    """Return the keys of a configuration, the one that seals first."""
    found = {key.id: key for key in map(key_of, [*([newest] if newest else []), *older])}
    return tuple(found.values())
