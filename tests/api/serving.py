"""An API in this process, over the memory store or another, asked without a network."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from calor.api.application import Application
from calor.api.caller import Authenticate, Caller, Policy, Unauthenticated
from calor.api.orchestration.table import TABLE
from calor.api.services import ApiSettings, Services
from calor.engine.bell import Bell
from calor.engine.desks import Desks
from calor.engine.engine import Engine
from calor.engine.limits import Limits
from calor.plugin.registry import TypeRegistry
from calor.store.memory import MemoryStore
from calor.store.port import Store

PROJECT = "p1"
TYPES = TypeRegistry()


def token(user: str, project: str = PROJECT, roles: str = "member,reader") -> dict[str, str]:
    """Return the headers of a caller."""
    return {"X-Auth-Token": f"{user}:{project}:{roles}"}


class Anybody:
    """A policy that allows all, and takes whoever has the role for an administrator."""

    def enforce(self, rule: str, caller: Caller, target: Mapping[str, Any]) -> None:
        """Allow."""

    def allows_type(self, caller: Caller, resource_type: str) -> bool:
        return True

    def is_admin(self, caller: Caller) -> bool:
        return "admin" in caller.roles


async def by_name(headers: Mapping[str, str]) -> Caller:
    """Take a token for `user:project:role,role`."""
    token = headers.get("x-auth-token")
    if not token:
        raise Unauthenticated("there is no token")
    user, project, roles = token.split(":")
    return Caller(
        user_id=user, user_name=user, project_id=project, roles=frozenset(roles.split(","))
    )


@dataclass(frozen=True, slots=True)
class Serving:
    """A running service and a client of it."""

    client: httpx.AsyncClient
    engine: Engine
    services: Services

    async def get(self, path: str, **more: Any) -> httpx.Response:
        return await self.client.get(f"/v1/{PROJECT}{path}", **more)

    async def post(self, path: str, body: Any, **more: Any) -> httpx.Response:
        return await self.client.post(f"/v1/{PROJECT}{path}", json=body, **more)

    async def put(self, path: str, body: Any, **more: Any) -> httpx.Response:
        return await self.client.put(f"/v1/{PROJECT}{path}", json=body, **more)

    async def delete(self, path: str, **more: Any) -> httpx.Response:
        return await self.client.delete(f"/v1/{PROJECT}{path}", **more)

    async def stack(self, name: str, template: Any, **more: Any) -> dict[str, Any]:
        """Make a stack, wait until nothing is done to it, and return how it is listed."""
        made = await self.post("/stacks", {"stack_name": name, "template": template, **more})
        assert made.status_code == 201, made.text
        return await self.rest(made.json()["stack"]["id"])

    async def rest(self, stack_id: str) -> dict[str, Any]:
        """Wait until nothing is done to a stack."""
        store = self.services.desks.store
        while (await store.stack(stack_id)).status == "IN_PROGRESS":
            await asyncio.sleep(0.002)
        record = await store.stack(stack_id)
        return {"id": record.id, "name": record.name, "status": f"{record.action}_{record.status}"}


@asynccontextmanager
async def serving(
    settings: ApiSettings | None = None,
    *,
    policy: Policy | None = None,
    works: bool = True,
    limits: Limits | None = None,
    store: Store | None = None,
    authenticate: Authenticate = by_name,
) -> AsyncIterator[Serving]:
    """Serve until the end of the block; without an engine if it is not to work."""
    store = store or MemoryStore()
    bell = Bell()
    engine = Engine(store, types=TYPES, told=bell.ring)
    desks = Desks.over(store, engine.call, types=TYPES, limits=limits or Limits())
    services = Services(
        desks=desks, policy=policy or Anybody(), settings=settings or ApiSettings(), bell=bell
    )
    services.metrics.watch(engine.figures)
    app = Application(table=TABLE, services=services, authenticate=authenticate)
    if not works:
        engine.stop()
    working = asyncio.create_task(engine.run())
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(
        transport=transport, base_url="http://calor.test", headers=token("ann")
    ) as client:
        try:
            yield Serving(client, engine, services)
        finally:
            engine.stop()
            await working
