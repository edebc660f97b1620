"""The store in memory, which here also notes every event as it is written."""

from typing import Any

from typing_extensions import override

from calor.store.memory import MemoryStore
from calor.store.records import Batch, EventRecord, Lease


class ScenarioStore(MemoryStore):
    """What is written is there, and nothing else: engines may die as they like."""

    def __init__(self, now: Any) -> None:
        super().__init__(now)
        self.told: list[EventRecord] = []
        self.names: dict[str, str] = {}
        """The name of every resource that ever was, by its id."""
        self.writes = 0

    @override
    async def write(self, batch: Batch, lease: Lease | None = None) -> None:
        await super().write(batch, lease)
        self.writes += 1
        self.told += batch.events
        self.names.update({row.id: row.name for row in batch.new_resources})

    @property
    def stacks(self):
        return self._ledger.stacks

    @property
    def rows(self):
        return self._ledger.resources
