"""Applications are served on a port of their own until the end of a block."""

import asyncio
import os
import signal

import httpx
import pytest
from starlette.responses import PlainTextResponse

from calor.core.errors import CalorError
from calor.main.servers import bound, listening, run, told_to_stop, url_of

HELLO = PlainTextResponse("hello")


async def test_an_application_is_served_until_the_end_of_the_block():
    opened = bound("127.0.0.1", 0)
    url = url_of(opened)
    async with httpx.AsyncClient() as client:
        async with listening(HELLO, opened):
            assert (await client.get(url)).text == "hello"
        with pytest.raises(httpx.ConnectError):
            await client.get(url)


def test_a_port_in_use_is_told_in_words():
    opened = bound("127.0.0.1", 0)
    opened.listen()
    port = opened.getsockname()[1]
    with pytest.raises(CalorError, match=f"cannot listen on 127.0.0.1:{port}.*another port"):
        bound("127.0.0.1", port)
    opened.close()


def test_a_program_waits_for_the_signal_that_ends_it():
    async def program():
        asyncio.get_running_loop().call_soon(os.kill, os.getpid(), signal.SIGTERM)
        await told_to_stop()

    run(program())
