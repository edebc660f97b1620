"""Long lists are sent in pieces, short ones at once."""

import json
from collections.abc import AsyncIterator

import pytest

from calor.api.streaming import listed


async def pages(*given: list[int]) -> AsyncIterator[list[int]]:
    for page in given:
        yield page


@pytest.mark.parametrize("given", [[], [[1, 2]]])
async def test_up_to_one_page_is_one_body(given):
    reply = await listed("things", pages(*given))
    assert isinstance(reply.body, bytes)
    assert json.loads(reply.body) == {"things": given[0] if given else []}


async def test_more_pages_come_one_by_one():
    reply = await listed("things", pages([1], [2, 3], [4]))
    assert isinstance(reply.body, AsyncIterator)
    pieces = [piece async for piece in reply.body]
    assert len(pieces) == 4
    assert json.loads(b"".join(pieces)) == {"things": [1, 2, 3, 4]}
