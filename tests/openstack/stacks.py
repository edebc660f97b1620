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
from calor.core.state import Action, Status
from calor.engine.engine import Engine
from calor.engine.orders import Order
from calor.engine.service import Stacks
from calor.engine.views import Views
from calor.plugin.cloud import Cloud, Request
from calor.store.opening import open_store
from calor.store.port import Store
from calor.store.records import ResourceRecord
from calor.store.secrets import Key, Keyring
from tests.resources.registry import TYPES

PATIENCE = 120


@dataclass
class Real:
    """A real cloud, and an engine that works there."""

    cloud: Cloud
    store: Store
    stacks: Stacks
    views: Views
    engine: Engine

    async def create(self, name: str, template: str, **parameters: Any) -> str:
        """Create a stack and wait until it is there."""
        stack_id = await self.stacks.create("p", name, _order(template, parameters))
        await self.complete(stack_id)
        return stack_id

    async def update(self, stack_id: str, template: str, **parameters: Any) -> None:
        """Update a stack and wait until that is done."""
        await self.stacks.update("p", stack_id, _order(template, parameters))
        await self.complete(stack_id)

    async def act(self, stack_id: str, action: Action) -> None:
        """Do something else to a stack and wait until that is done."""
        await self.stacks.act("p", stack_id, action)
        await self.complete(stack_id)

    async def complete(self, stack_id: str) -> None:
        """Wait until nothing is being done to a stack, which must have gone well."""
        async with asyncio.timeout(PATIENCE):
            while (record := await self.store.stack(stack_id)).status is Status.IN_PROGRESS:
                await asyncio.sleep(0.05)
        assert record.status is Status.COMPLETE, record.reason

    async def outputs(self, stack_id: str) -> dict[str, Any]:
        """Return the outputs of a stack."""
        shown = await self.views.outputs("p", stack_id)
        assert [one.error for one in shown.values() if one.error] == []
        return {name: one.value for name, one in shown.items()}

    async def rows(self, stack_id: str) -> dict[str, ResourceRecord]:
        """Return the resources of a stack."""
        tree = await self.store.tree(stack_id)
        return {one.name: one for one in tree.resources}

    async def ids(self, stack_id: str) -> dict[str, str]:
        """Return the physical ids of the resources of a stack."""
        rows = await self.rows(stack_id)
        return {name: one.physical_id or "" for name, one in rows.items()}

    async def get(self, service: str, path: str, **query: str) -> Any:
        """Ask a service."""
        request = Request(service=service, method="GET", path=path, query=query)
        return (await self.cloud.send(request)).body


def _order(template: str, parameters: dict[str, Any]) -> Order:
    return Order(template=yaml.safe_load(template), environment={"parameters": parameters})


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
    settings = CloudSettings(
        auth_url=os.environ["OS_AUTH_URL"], region=os.environ.get("OS_REGION_NAME")
    )
    clouds = OpenStackClouds(settings)
    cloud = clouds.of_account(account(username, project))
    store = await open_store(
        f"sqlite:///{path}", Keyring([Key("test", os.urandom(32))]), migrate=True
    )
    engine = Engine(store, types=TYPES, clouds=lambda _project, _credential: cloud)
    working = asyncio.create_task(engine.run())
    try:
        stacks = Stacks(store, engine.call, types=TYPES)
        yield Real(cloud, store, stacks, Views(store, types=TYPES), engine)
    finally:
        engine.stop()
        await working
        await store.close()
        await clouds.close()
