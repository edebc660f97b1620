"""What services say when they do not do what was asked for."""

import re
from collections.abc import Mapping
from typing import Any, Final

from calor.core.errors import (
    CloudConflict,
    CloudError,
    CloudNotFound,
    CloudRefused,
    CloudUnavailable,
)

REQUEST_IDS: Final = ("x-openstack-request-id", "x-compute-request-id")
SAYINGS: Final = ("message", "detail", "faultstring", "description")
"""Under which keys services put the sentence for people, the best first."""
HINTS: Final = ("title", "debug")
"""What is better than nothing, if there is no sentence further in."""

MARKUP: Final = re.compile("<[a-z/][^<>]{0,40}>")
LONGEST: Final = 1000
GATEWAY_FAULTS: Final = frozenset({502, 503, 504})
TOO_MANY: Final = 429
CONFLICT, GONE, NOT_FOUND, FAULT, TIMEOUT = 409, 410, 404, 500, 408


def error_of(
    status: int, headers: Mapping[str, str], body: Any, text: str, asked: str
) -> CloudError:
    """Return what a reply that is no success means; `asked` says what it answers."""
    said = MARKUP.sub("", saying(body) or "").strip() or plain(text) or f"status {status}"
    message = f"{asked}: {said[:LONGEST]}"
    kind = _kind(status)
    return kind(message, status=status, request_id=request_id(headers))


def request_id(headers: Mapping[str, str]) -> str | None:
    """Return the id under which a service has logged a request."""
    return next((headers[name] for name in REQUEST_IDS if name in headers), None)


def saying(body: Any) -> str | None:
    """Return the sentence for people in a reply, in whatever form a service wraps it."""
    if isinstance(body, str):
        return body.strip() or None
    if isinstance(body, list):
        return next(filter(None, map(saying, body)), None)
    if not isinstance(body, dict):
        return None
    said = (_text(body, SAYINGS), *map(saying, _inner(body)), _text(body, HINTS))
    return next(filter(None, said), None)


def _text(body: Mapping[str, Any], keys: tuple[str, ...]) -> str | None:
    found = (body.get(key) for key in keys)
    return next((one.strip() for one in found if isinstance(one, str) and one.strip()), None)


def plain(text: str) -> str | None:
    """Return a reply that is no JSON, unless it is a page for a browser."""
    text = " ".join(text.split())
    return None if text.startswith("<") else text or None


def _inner(body: Mapping[str, Any]) -> list[Any]:
    """Return what may hold the sentence: lists and maps, or an only string."""
    nested = [one for one in body.values() if isinstance(one, dict | list)]
    only = [one for one in body.values() if isinstance(one, str)]
    return nested or (only if len(body) == 1 else [])


def _kind(status: int) -> type[CloudError]:
    if status in (NOT_FOUND, GONE):
        return CloudNotFound
    if status == CONFLICT:
        return CloudConflict
    if status >= FAULT or status in (TIMEOUT, TOO_MANY):
        return CloudUnavailable
    return CloudRefused
