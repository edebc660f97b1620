"""Requests to the services that a server is made of."""

from collections.abc import Mapping
from typing import Any, Final

from calor.plugin import Here, Request

COMPUTE: Final = "2.26"
"""Describes servers and has tags, and still takes all that older ones did."""


async def compute(
    here: Here, method: str, path: str, body: Any = None, microversion: str = COMPUTE
) -> Any:
    """Send a request to the compute service and return the reply's body."""
    request = Request(
        service="compute", method=method, path=path, body=body, microversion=microversion
    )
    return (await here.cloud.send(request)).body


async def act(
    here: Here, action: Mapping[str, Any], microversion: str = COMPUTE
) -> Mapping[str, Any]:
    """Tell the compute service what to do to a server."""
    path = f"/servers/{here.physical_id}/action"
    return await compute(here, "POST", path, dict(action), microversion) or {}


async def network(
    here: Here,
    method: str,
    path: str,
    body: Any = None,
    query: Mapping[str, str] | None = None,
) -> Any:
    """Send a request to the network service and return the reply's body."""
    request = Request(
        service="network", method=method, path=f"/v2.0{path}", body=body, query=query or {}
    )
    return (await here.cloud.send(request)).body
