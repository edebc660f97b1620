"""A user of a running service, with nothing but HTTP."""

import asyncio
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Self

import httpx

from calor.main.all_in_one import Addresses, Running

ANY_PORT = Addresses(port=0, cloud_port=0)
PATIENCE = 20


class Asking:
    """Somebody who has logged in to the local cloud."""

    def __init__(self, running: Running) -> None:
        self._login = running.behind.login["auth"]
        self._admin = running.behind.account
        self._client = httpx.AsyncClient(timeout=PATIENCE)
        self._url = ""

    async def __aenter__(self) -> Self:
        login = self._login
        token, catalog = await self._token(
            login["username"], login["password"], login["project_name"]
        )
        self._client.headers["X-Auth-Token"] = token
        endpoints = next(one["endpoints"] for one in catalog if one["type"] == "orchestration")
        self._url = next(one["url"] for one in endpoints if one["interface"] == "public")
        return self

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        await self._client.aclose()

    async def _token(self, user: str, password: str, project: str) -> tuple[str, Any]:
        domain = {"name": "Default"}
        body = {
            "auth": {
                "identity": {
                    "methods": ["password"],
                    "password": {"user": {"name": user, "password": password, "domain": domain}},
                },
                "scope": {"project": {"name": project, "domain": domain}},
            }
        }
        reply = await self._client.post(f"{self._login['auth_url']}/auth/tokens", json=body)
        reply.raise_for_status()
        return reply.headers["X-Subject-Token"], reply.json()["token"]["catalog"]

    async def create(self, name: str, template: Any) -> str:
        body = {"stack_name": name, "template": template}
        reply = await self._client.post(f"{self._url}/stacks", json=body)
        reply.raise_for_status()
        return str(reply.json()["stack"]["id"])

    async def delete(self, name: str, stack_id: str) -> None:
        reply = await self._client.delete(f"{self._url}/stacks/{name}/{stack_id}")
        reply.raise_for_status()

    async def rest(self, name: str, stack_id: str) -> Any:
        """Return a stack once nothing is done to it any more."""
        async with asyncio.timeout(PATIENCE):
            while True:
                reply = await self._client.get(f"{self._url}/stacks/{name}/{stack_id}")
                reply.raise_for_status()
                shown = reply.json()["stack"]
                if not shown["stack_status"].endswith("IN_PROGRESS"):
                    return shown
                await asyncio.sleep(0.01)

    async def trusts(self) -> list[str]:
        """Return all trusts of the cloud, as its administrator sees them."""
        token, _ = await self._token(self._admin.username or "", self._admin.password, "service")
        reply = await self._client.get(
            f"{self._login['auth_url']}/OS-TRUST/trusts", headers={"X-Auth-Token": token}
        )
        reply.raise_for_status()
        return [one["id"] for one in reply.json()["trusts"]]

    async def until(self, look: Callable[[], Awaitable[Any]], wanted: Any) -> None:
        async with asyncio.timeout(PATIENCE):
            while await look() != wanted:
                await asyncio.sleep(0.01)
