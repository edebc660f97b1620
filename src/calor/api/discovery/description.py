"""The routes under which the API describes itself, to programs and to people."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from calor.api.call import Answer, Call, answer
from calor.api.discovery.openapi import describe
from calor.api.discovery.page import page
from calor.api.route import Route

HTML: Final = "text/html"
SAFE: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
    ),
    "X-Content-Type-Options": "nosniff",
}
ADDRESSES: Final = 16
"""For so many addresses of the service the page is kept ready."""


def with_description(routes: Sequence[Route]) -> tuple[Route, ...]:
    """Return routes and those that describe them all."""
    every: list[Route] = [*routes]

    @lru_cache(maxsize=ADDRESSES)
    def described(url: str) -> Answer:
        return answer(describe(every, url))

    @lru_cache(maxsize=ADDRESSES)
    def written(url: str) -> Answer:
        text = page(describe(every, url))
        return Answer(body=text.encode(), content_type=f"{HTML}; charset=utf-8", headers=SAFE)

    async def openapi(call: Call) -> Answer:
        return described(call.url)

    async def docs(call: Call) -> Answer:
        return written(call.url)

    every += [
        Route(
            method="GET",
            path="/openapi.json",
            policy=None,
            handle=openapi,
            summary="Describe the API to programs.",
            answers="The description of this API in OpenAPI 3.1.",
        ),
        Route(
            method="GET",
            path="/docs",
            policy=None,
            handle=docs,
            summary="Describe the API to people.",
            content=HTML,
            answers="A page to read.",
        ),
    ]
    return tuple(every)
