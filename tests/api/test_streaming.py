import json

import pytest

from calor.api.streaming import listed


async def pages(*each):
    for one in each:
        yield one


async def content(*each):
    """Return what is sent, and whether it was sent in one piece."""
    answer = await listed("events", pages(*each))
    if isinstance(answer.body, bytes):
        return json.loads(answer.body), True
    return json.loads(b"".join([piece async for piece in answer.body])), False


@pytest.mark.parametrize(("each", "is_whole"), [((), True), (([1],), True), (([1, 2], [3]), False)])
async def test_a_list_is_sent_whole_or_page_by_page(each, is_whole):
    expected = {"events": [item for page in each for item in page]}
    assert await content(*each) == (expected, is_whole)
