"""Templates, environments and files as they are stored: once each, named by their content."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec


def digest_of(content: bytes) -> str:
    """Return the name under which content is stored."""
    return hashlib.sha256(content).hexdigest()


def encode(value: Any) -> bytes:
    """Return a value as JSON in which the same value always looks the same."""
    return msgspec.json.encode(value, order="sorted")


def decode(content: bytes) -> Any:
    """Return the value of stored JSON."""
    return msgspec.json.decode(content)


@dataclass(frozen=True, slots=True)
class Definition:
    """All that was given for a stack: the texts that say what it is to be."""

    template: bytes
    environment: bytes
    files: bytes

    @classmethod
    def of(
        cls,
        template: Mapping[str, Any],
        environment: Mapping[str, Any] | None = None,
        files: Mapping[str, str] | None = None,
    ) -> "Definition":
        """Encode a template, an environment and files."""
        # The order of a template's keys is the order in which things are shown.
        return cls(msgspec.json.encode(template), encode(environment or {}), encode(files or {}))

    @property
    def digests(self) -> tuple[str, str, str]:
        """The names of the three texts."""
        return digest_of(self.template), digest_of(self.environment), digest_of(self.files)

    @property
    def texts(self) -> dict[str, bytes]:
        """The three texts by their names."""
        return dict(zip(self.digests, (self.template, self.environment, self.files), strict=True))
