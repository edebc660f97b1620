"""What authentication reads of a request: its headers, and two things that are none.

The application adds the method and the unquoted path, under names that no header can have.
"""

from collections.abc import Mapping

METHOD = ":method"
PATH = ":path"

TOKEN = "x-auth-token"  # noqa: S105
SERVICE_TOKEN = "x-service-token"  # noqa: S105
LONGEST_CREDENTIAL = 8192
"""More characters than any token or password has."""


def project_in_path(headers: Mapping[str, str]) -> str | None:
    """Return the project that an address such as `/v1/PROJECT/stacks` speaks of."""
    parts = headers.get(PATH, "").split("/")
    return parts[2] or None if len(parts) > 2 and parts[1] == "v1" else None  # noqa: PLR2004


def is_sendable(credential: str) -> bool:
    """Return whether a credential can be part of a request to Keystone at all."""
    return 0 < len(credential) <= LONGEST_CREDENTIAL and credential.isprintable()


def is_token(text: str) -> bool:
    """Return whether a text can be a token."""
    return is_sendable(text) and text.isascii()
