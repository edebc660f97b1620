"""Use cases over software configurations, and over their deployments on servers.

Where a project is asked for, none means any: so it is for administrators.
"""

import uuid
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from calor.core.errors import Conflict, NotFound
from calor.core.source import shorten
from calor.engine.desk import Desk
from calor.store.records import DeploymentRecord, SoftwareConfigRecord


class Configurations(Desk):
    """The use cases over software configurations."""

    __slots__ = ()

    async def list(
        self, project: str | None, *, limit: int | None = None, marker: str | None = None
    ) -> Sequence[SoftwareConfigRecord]:
        """Return configurations, oldest first."""
        return await self.store.software_configs.list(project, limit=limit, marker=marker)

    async def show(self, project: str | None, config_id: str) -> SoftwareConfigRecord:
        """Return a configuration."""
        return await self.store.software_configs.get(config_id, project)

    async def create(
        self, project: str, given: Mapping[str, Any], *, is_limited: bool = True
    ) -> SoftwareConfigRecord:
        """Keep a new configuration."""
        shelf = self.store.software_configs
        if is_limited:
            self.limits.refuse_software_configs(await shelf.count(project))
        record = SoftwareConfigRecord(
            id=str(uuid.uuid4()), project=project, created_at=self.clock.now(), **given
        )
        await shelf.create(record)
        return record

    async def delete(self, project: str | None, config_id: str) -> None:
        """Forget a configuration that no deployment uses."""
        await self.show(project, config_id)
        if await self.store.deployments.list(config_id=config_id, limit=1):
            what = f"the software configuration {shorten(config_id)} is deployed"
            raise Conflict(f"{what}; delete its deployments first")
        await self.store.software_configs.delete(config_id, project)


class Deployments(Desk):
    """The use cases over deployments; the project of a server's own user sees those, too."""

    __slots__ = ()

    async def list(
        self, project: str | None, server_id: str | None = None
    ) -> Sequence[DeploymentRecord]:
        """Return deployments, oldest first; of a server, or of a whole project."""
        shelf = self.store.deployments
        if server_id is None:
            return await shelf.list(project)
        return [one for one in await shelf.list(server_id=server_id) if _is_of(one, project)]

    async def show(self, project: str | None, deployment_id: str) -> DeploymentRecord:
        """Return a deployment."""
        record = await self.store.deployments.get(deployment_id)
        if not _is_of(record, project):
            raise NotFound(f"no deployment {shorten(deployment_id)}")
        return record

    async def metadata(self, project: str | None, server_id: str) -> Sequence[SoftwareConfigRecord]:
        """Return the configurations of a server, in the order of their names."""
        configs = []
        for one in await self.list(project, server_id):
            with suppress(NotFound):
                configs.append(await self.store.software_configs.get(one.config_id))
        return sorted(configs, key=lambda one: one.name)

    async def create(
        self, project: str, given: Mapping[str, Any], *, is_limited: bool = True
    ) -> DeploymentRecord:
        """Use a configuration on a server."""
        shelf = self.store.deployments
        if is_limited:
            self.limits.refuse_deployments(await shelf.count(project))
        await self.store.software_configs.get(given["config_id"], project)
        record = DeploymentRecord(
            id=str(uuid.uuid4()), project=project, created_at=self.clock.now(), **given
        )
        await shelf.create(record)
        return record

    async def update(
        self, project: str | None, deployment_id: str, changes: Mapping[str, Any]
    ) -> DeploymentRecord:
        """Change a deployment, or tell what came of it."""
        record = await self.show(project, deployment_id)
        if "config_id" in changes:
            await self.store.software_configs.get(changes["config_id"], record.project)
        changed = replace(record, updated_at=self.clock.now(), **changes)
        await self.store.deployments.update(changed)
        return changed

    async def delete(self, project: str | None, deployment_id: str) -> None:
        """Forget a deployment."""
        await self.show(project, deployment_id)
        await self.store.deployments.delete(deployment_id)


def _is_of(record: DeploymentRecord, project: str | None) -> bool:
    return project is None or project in (record.project, record.stack_user_project)
