"""Whoever connects and sends no whole request is let go."""

import asyncio

import pytest
from starlette.responses import PlainTextResponse

from calor.main import servers
from calor.main.connections import Connection

HELLO = PlainTextResponse("hello")
PATIENCE = 20


class Hasty(Connection):
    """A connection that does not wait for long."""

    head_seconds = 0.05
    largest_head = 2000


@pytest.fixture
async def place(monkeypatch):
    monkeypatch.setattr(servers, "Connection", Hasty)
    opened = servers.bound("127.0.0.1", 0)
    async with servers.listening(HELLO, opened):
        yield opened.getsockname()[:2]


async def heard(place, *parts):
    reader, writer = await asyncio.open_connection(*place)
    for one in parts:
        writer.write(one)
        await writer.drain()
    async with asyncio.timeout(PATIENCE):
        answer = await reader.read()
    writer.close()
    return answer


async def test_who_says_nothing_is_let_go(place):
    assert await heard(place) == b""


async def test_who_does_not_finish_is_let_go(place):
    assert await heard(place, b"GET / HTTP/1.1\r\nhost: a\r\nx-", b"slow: y") == b""


async def test_who_does_not_finish_a_second_request_is_let_go(place):
    whole = b"GET / HTTP/1.1\r\nhost: a\r\n\r\n"
    answer = await heard(place, whole, b"GET / HT")
    assert answer.endswith(b"hello")


async def test_headers_have_bounds(place):
    answer = await heard(place, b"GET / HTTP/1.1\r\nhost: a\r\nx-long: " + b"y" * 4000)
    assert answer.startswith(b"HTTP/1.1 431 ")


async def test_a_whole_request_is_answered(place):
    answer = await heard(place, b"GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n")
    assert answer.endswith(b"hello")
