"""Which versions there are, whether all is well, and figures: told to anybody."""

import asyncio
from typing import Final, TypedDict

from prometheus_client import CONTENT_TYPE_LATEST

from calor.api.addresses import CHOICES
from calor.api.call import JSON, Answer, Call, answer
from calor.api.route import Route
from calor.core.errors import StoreUnavailable

PATIENCE: Final = 5.0
"""The seconds that the store has to answer."""
TEXT: Final = "text/plain; charset=utf-8"


class Link(TypedDict):
    """Where something is."""

    href: str
    rel: str


class Version(TypedDict):
    """A version of the API."""

    id: str
    status: str
    links: list[Link]


class Versions(TypedDict):
    """The versions of the API."""

    versions: list[Version]


async def versions(call: Call) -> Answer:
    """Tell which versions of the API there are."""
    only = {
        "id": "v1.0",
        "status": "CURRENT",
        "links": [{"href": f"{call.url}/v1/", "rel": "self"}],
    }
    return answer({"versions": [only]}, 300)


async def health(call: Call) -> Answer:
    """Tell whether requests can be answered."""
    problem = await _problem(call)
    status, reason = (503, problem) if problem else (200, "OK")
    if JSON in call.headers.get("accept", ""):
        return answer({"detailed": False, "reasons": [reason]}, status)
    return Answer(status=status, body=f"{reason}\n".encode(), content_type=TEXT)


async def metrics(call: Call) -> Answer:
    """Tell figures."""
    return Answer(body=call.services.metrics.text(), content_type=CONTENT_TYPE_LATEST)


async def _problem(call: Call) -> str | None:
    try:
        async with asyncio.timeout(PATIENCE):
            await call.services.desks.store.engines()
    except (StoreUnavailable, TimeoutError):
        return "the store cannot be reached"
    return None


def _versions(path: str) -> Route:
    return Route(
        method="GET",
        path=path,
        policy=None,
        handle=versions,
        summary="List the versions of the API.",
        success=300,
        returns=Versions,
        answers="The versions, each with its address.",
    )


def _health(method: str) -> Route:
    return Route(
        method=method,
        path="/healthcheck",
        policy=None,
        handle=health,
        summary="Tell whether the service can answer.",
        content="text/plain",
        answers="OK, or 503 with the reason; as JSON to whoever accepts that.",
    )


ROUTES: Final = (
    _versions("/"),
    _versions(CHOICES),
    _health("GET"),
    _health("HEAD"),
    Route(
        method="GET",
        path="/metrics",
        policy=None,
        handle=metrics,
        summary="Show figures for Prometheus.",
        content="text/plain",
        answers="Requests and their latencies by route, and how busy the engine is.",
    ),
)
