"""What was found of templates a moment ago: people and programs validate the same one often.

All that a verdict depends on is in its key, but for the resource types and the limits, which
stay the same while a process lives, and for what a cloud might be asked.  For the sake of the
last a verdict is forgotten soon.
"""

import hashlib
from collections import OrderedDict
from typing import Final

KEPT: Final = 64
LARGEST: Final = 1 << 18
"""A larger one is not kept."""
SECONDS: Final = 30.0


class Verdicts:
    """Answers by a digest of what was asked; those that were not asked for longest go first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, tuple[float, bytes]] = OrderedDict()

    def find(self, key: bytes, now: float) -> bytes | None:
        """Return a verdict that is not too old."""
        until, verdict = self._kept.get(key, (0.0, b""))
        if until <= now:
            self._kept.pop(key, None)
            return None
        self._kept.move_to_end(key)
        return verdict

    def keep(self, key: bytes, verdict: bytes, now: float) -> None:
        """Remember a verdict for a while."""
        if len(verdict) > LARGEST:
            return
        self._kept[key] = now + SECONDS, verdict
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def key_of(*parts: bytes) -> bytes:
    """Return a short key for some parts, which are told apart by their lengths."""
    digest = hashlib.blake2b(digest_size=32)
    for part in parts:
        digest.update(len(part).to_bytes(8))
        digest.update(part)
    return digest.digest()
