"""Lists that may be long: one body if they are short, else sent page by page."""

from collections.abc import AsyncIterator, Sequence
from typing import Any

import msgspec

from calor.api.call import Answer, answer

_ENCODER = msgspec.json.Encoder()


async def listed(name: str, pages: AsyncIterator[Sequence[Any]]) -> Answer:
    """Return a map with one list in it, whose items come page by page; no page is empty."""
    first = await anext(pages, None)
    if first is None:
        return answer({name: []})
    second = await anext(pages, None)
    if second is None:
        return answer({name: first})
    return Answer(body=_pieces(name, (first, second), pages))


async def _pieces(
    name: str, read: Sequence[Sequence[Any]], more: AsyncIterator[Sequence[Any]]
) -> AsyncIterator[bytes]:
    before = b"{" + _ENCODER.encode(name) + b":["
    for page in read:
        yield before + _ENCODER.encode(page)[1:-1]
        before = b","
    async for page in more:
        yield before + _ENCODER.encode(page)[1:-1]
    yield b"]}"
