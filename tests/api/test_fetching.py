"""Documents are fetched in bounds, and not from inside the operator's network."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from calor.api.faults import BadRequest
from calor.api.fetching import Fetching, PublicResolver, Refused, fetch, is_public

INSIDE = Fetching(private=True, max_size=100, seconds=5)


@asynccontextmanager
async def site() -> AsyncIterator[str]:
    """Serve a document, one that is too long, one that is moved, and one that never comes."""

    async def text(_: web.Request) -> web.Response:
        return web.Response(text="resources: {}")

    async def long(_: web.Request) -> web.Response:
        return web.Response(text="x" * 101)

    async def moved(request: web.Request) -> web.Response:
        raise web.HTTPFound(request.query.get("to", "/moved"))

    application = web.Application()
    application.add_routes(
        [web.get("/text", text), web.get("/long", long), web.get("/moved", moved)]
    )
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


async def test_a_document_is_fetched_along_a_redirect():
    async with site() as url:
        assert await fetch(f"{url}/text", INSIDE) == b"resources: {}"
        assert await fetch(f"{url}/moved?to=/text", INSIDE) == b"resources: {}"


@pytest.mark.parametrize("path", ["/long", "/moved", "/nix", "/moved?to=file:///etc/passwd"])
async def test_what_is_too_long_or_not_there_is_refused(path):
    async with site() as url:
        with pytest.raises(BadRequest):
            await fetch(f"{url}{path}", INSIDE)


async def test_a_private_address_is_not_asked():
    async with site() as url:
        for one in (url, url.replace("127.0.0.1", "localhost"), url.replace("127.0.0.1", "[::1]")):
            with pytest.raises(BadRequest, match="not a public one"):
                await fetch(f"{one}/text", Fetching())


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "ftp://x/y", "http://", "nix", "http://[::1"]
)
async def test_only_web_addresses_are_fetched(url):
    with pytest.raises(BadRequest):
        await fetch(url, Fetching())


async def test_a_name_of_a_private_address_is_not_resolved():
    with pytest.raises(Refused):
        await PublicResolver().resolve("localhost", 80)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("127.0.0.1", False),
        ("10.0.0.1", False),
        ("169.254.169.254", False),
        ("::1", False),
        ("::ffff:127.0.0.1", False),
        ("2002:7f00:1::", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("224.0.0.1", False),
    ],
)
def test_which_addresses_are_public(address, public):
    assert is_public(address) is public
