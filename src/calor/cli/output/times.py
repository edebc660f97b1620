"""Times as people read them in a table: how long ago."""

import time
from calendar import timegm
from collections.abc import Callable, Mapping
from typing import Any, Final

WRITTEN: Final = "%Y-%m-%dT%H:%M:%SZ"
UNITS: Final = (("d", 86400), ("h", 3600), ("m", 60), ("s", 1))


def ago(key: str) -> Callable[[Mapping[str, Any]], str | None]:
    """Return what tells how long ago the time of an item was."""

    def told(item: Mapping[str, Any]) -> str | None:
        value = item.get(key)
        return since(str(value), time.time()) if value else None

    return told


def since(text: str, now: float) -> str:
    """Return how long ago a time was, or the time if it cannot be read."""
    try:
        seconds = int(now - timegm(time.strptime(text, WRITTEN)))
    except ValueError:
        return text
    for unit, length in UNITS:
        if seconds >= length:
            return f"{seconds // length}{unit} ago"
    return "now"
