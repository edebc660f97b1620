"""Bring stacks up in a real cloud with an engine of our own."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from calor.cloud.clouds import OpenStackClouds
from calor.cloud.settings import Account, CloudSettings
from calor.core.errors import CalorError
from calor.core.state import Action
from calor.engine.local import Local, open_local
from calor.engine.orders import Order
from calor.plugin.cloud import Cloud, Request
from tests.resources.registry import TYPES

PATIENCE = 120


@dataclass
class Real:
    """A real cloud, and an engine that works there."""

    cloud: Cloud
    local: Local

    async def create(self, name: str, template: str, *, keep: bool = False) -> str:
        """Create a stack and wait until it is there; one that fails is removed, unless kept."""
        stack_id = await self.local.stacks.create("p", name, _order(template))
        try:
            await self.complete(stack_id)
        except CalorError:
            if not keep:
                await self.act(stack_id, Action.DELETE)
            raise
        return stack_id

    async def update(self, stack_id: str, template: str) -> None:
        """Update a stack and wait until that is done."""
        await self.local.stacks.update("p", stack_id, _order(template))
        await self.complete(stack_id)

    async def act(self, stack_id: str, action: Action) -> None:
        """Do something else to a stack and wait until that is done."""
        await self.local.stacks.act("p", stack_id, action)
        await self.complete(stack_id)

    async def complete(self, stack_id: str) -> None:
        """Wait until a stack is what it was to become."""
        async with asyncio.timeout(PATIENCE):
            await self.local.complete(stack_id)

    async def outputs(self, stack_id: str) -> dict[str, Any]:
        """Return the outputs of a stack."""
        shown = await self.local.views.outputs("p", stack_id)
        assert [one.error for one in shown.values() if one.error] == []
        return {name: one.value for name, one in shown.items()}

    async def ids(self, stack_id: str) -> dict[str, str]:
        """Return the physical ids of the resources of a stack."""
        tree = await self.local.store.tree(stack_id)
        return {one.name: one.physical_id or "" for one in tree.resources}

    async def get(self, service: str, path: str, **query: str) -> Any:
        """Ask a service."""
        return await self.send(service, "GET", path, query=query)

    async def send(self, service: str, method: str, path: str, **more: Any) -> Any:
        """Have a service do something."""
        request = Request(service=service, method=method, path=path, **more)
        return (await self.cloud.send(request)).body


def _order(template: str) -> Order:
    return Order(template=yaml.safe_load(template))


def account(username: str | None = None, project: str | None = None) -> Account:
    """Return the account of the openrc file, or another with the same password."""
    return Account(
        username=username or os.environ["OS_USERNAME"],
        password=os.environ["OS_PASSWORD"],
        project_name=project or os.environ["OS_PROJECT_NAME"],
        user_domain_id="default",
        project_domain_id="default",
    )


@asynccontextmanager
async def real(
    path: Path, username: str | None = None, project: str | None = None
) -> AsyncIterator[Real]:
    """Open a store in a file, and an engine that works on it in the real cloud."""
    url, region = os.environ["OS_AUTH_URL"], os.environ.get("OS_REGION_NAME")
    clouds = OpenStackClouds(CloudSettings(auth_url=url, region=region))
    cloud = clouds.of_account(account(username, project))
    try:
        async with open_local(f"sqlite:///{path}", types=TYPES, clouds=lambda *_: cloud) as local:
            yield Real(cloud, local)
    finally:
        await clouds.close()
