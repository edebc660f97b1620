"""Applications are served on a port of their own until the end of a block."""

import asyncio
import os
import signal

import httpx
import pytest
from starlette.responses import PlainTextResponse

from calor.core.errors import CalorError
from calor.main.servers import listening, run, told_to_stop

HELLO = PlainTextResponse("hello")


async def test_an_application_is_served_until_the_end_of_the_block():
    async with httpx.AsyncClient() as client:
        async with listening(HELLO, "127.0.0.1", 0) as port:
            assert (await client.get(f"http://127.0.0.1:{port}/")).text == "hello"
        with pytest.raises(httpx.ConnectError):
            await client.get(f"http://127.0.0.1:{port}/")


async def test_a_port_in_use_is_told_in_words():
    async with listening(HELLO, "127.0.0.1", 0) as port:
        with pytest.raises(CalorError, match=f"cannot listen on 127.0.0.1:{port}.*another port"):
            async with listening(HELLO, "127.0.0.1", port):
                pass


def test_a_program_waits_for_the_signal_that_ends_it():
    async def program():
        asyncio.get_running_loop().call_soon(os.kill, os.getpid(), signal.SIGTERM)
        await told_to_stop()

    run(program())
