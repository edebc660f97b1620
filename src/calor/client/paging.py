"""Long lists, a page at a time."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from calor.client.session import Session

PAGE: Final = 500


def pages(
    session: Session,
    path: str,
    key: str,
    *,
    query: Mapping[str, Any] | None = None,
    most: int | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield the items of a list, at most `most`, asking for more as they are used up."""
    marker, left = (query or {}).get("marker"), most
    while left is None or left > 0:
        limit = PAGE if left is None else min(PAGE, left)
        asked = {**(query or {}), "limit": limit, "marker": marker}
        items = session.many(path, key, query=asked)
        # A service that knows no marker would send the same page for ever.
        if items and marker is not None and any(one.get("id") == marker for one in items):
            return
        yield from items
        left = None if left is None else left - len(items)
        if len(items) < limit:
            return
        marker = items[-1].get("id")
