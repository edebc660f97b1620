"""Software configurations, as resource types see them: kept in the store."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from calor.core.errors import Conflict, NotFound
from calor.core.values import Value
from calor.engine.clock import Clock
from calor.store.port import Store
from calor.store.records import SoftwareConfigRecord


@dataclass(frozen=True, slots=True)
class StoredConfigs:
    """Keeps configurations for the stacks of one project."""

    store: Store
    clock: Clock
    project: str

    async def create(self, config_id: str, body: Mapping[str, Value]) -> None:
        """Keep a configuration under an id of the caller's; doing so twice does no harm."""
        record = SoftwareConfigRecord(
            id=config_id,
            project=self.project,
            name=str(body.get("name") or ""),
            group=str(body.get("group") or ""),
            config=str(body.get("config") or ""),
            inputs=tuple(body.get("inputs") or ()),
            outputs=tuple(body.get("outputs") or ()),
            options=body.get("options") or {},
            created_at=self.clock.now(),
        )
        with suppress(Conflict):
            await self.store.software_configs.create(record)

    async def show(self, config_id: str) -> Mapping[str, Value]:
        """Return a configuration; `NotFound` if there is none."""
        record = await self.store.software_configs.get(config_id, self.project)
        return {
            "name": record.name,
            "group": record.group,
            "config": record.config,
            "inputs": list(record.inputs),
            "outputs": list(record.outputs),
            "options": dict(record.options),
        }

    async def delete(self, config_id: str) -> None:
        """Forget a configuration, if it is there."""
        with suppress(NotFound):
            await self.store.software_configs.delete(config_id, self.project)
