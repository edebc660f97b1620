"""Software configurations, as resource types see them."""

from collections.abc import Mapping
from dataclasses import dataclass

from calor.core.values import Value
from calor.store.port import Store


@dataclass(frozen=True, slots=True)
class StoredConfigs:
    """Keeps configurations in the store."""

    store: Store

    async def create(self, config_id: str, body: Mapping[str, Value]) -> None:
        """Keep a configuration under an id of the caller's."""
        raise NotImplementedError

    async def show(self, config_id: str) -> Mapping[str, Value]:
        """Return a configuration."""
        raise NotImplementedError

    async def delete(self, config_id: str) -> None:
        """Forget a configuration, if it is there."""
        raise NotImplementedError
