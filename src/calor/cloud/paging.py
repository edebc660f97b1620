"""List collections page by page, in whatever way a service links its pages."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias
from urllib.parse import parse_qsl, urlsplit

from calor.core.errors import CloudUnavailable
from calor.plugin.cloud import Reply, Request

Send: TypeAlias = Callable[[Request], Awaitable[Reply]]

MOST_PAGES: Final = 500


async def pages(send: Send, request: Request, key: str) -> AsyncIterator[Sequence[Any]]:
    """Give the items of a collection, a page at a time."""
    for _ in range(MOST_PAGES):
        body = (await send(request)).body
        items = items_of(body, key)
        yield items
        query = next_query(body, key)
        if not items or query is None or query == dict(request.query):
            return
        # Only the query is taken: the rest may be an address that is none outside of the cloud.
        request = replace(request, query={**request.query, **query})
    raise CloudUnavailable(f"{request.service}: {request.path} has too many pages")


def items_of(body: Any, key: str) -> Sequence[Any]:
    """Return the items of a page."""
    found = body.get(key) if isinstance(body, Mapping) else None
    return found if isinstance(found, list) else ()


def next_query(body: Any, key: str) -> dict[str, str] | None:
    """Return what to ask for the next page, if there is one."""
    if not isinstance(body, Mapping):
        return None
    href = _linked(body.get(f"{key}_links")) or _linked(body.get("links")) or body.get("next")
    if not isinstance(href, str) or not href:
        return None
    return dict(parse_qsl(urlsplit(href).query)) or None


def _linked(links: Any) -> str | None:
    if isinstance(links, Mapping):
        href = links.get("next")
        return href if isinstance(href, str) else None
    named = [one for one in links or () if isinstance(one, Mapping)]
    return next((one.get("href") for one in named if one.get("rel") == "next"), None)
