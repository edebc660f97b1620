"""What all software configurations have in common: calor keeps them itself, unchanged."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Final

from typing_extensions import override

from calor.core.errors import NotFound
from calor.core.values import Value
from calor.plugin import attr
from calor.plugin.resource import Here, Resource

UNGROUPED: Final = "Heat::Ungrouped"


class StoredConfig(Resource):
    """A configuration under the id of the resource; any change makes another one."""

    service = "heat"
    attributes: ClassVar = {"config": attr("What is configured.")}

    @abstractmethod
    async def body(self, here: Here) -> dict[str, Value]:
        """Return what is kept, apart from the name."""

    @override
    async def create(self, here: Here) -> str | None:
        empty: dict[str, Value] = {"group": UNGROUPED, "inputs": [], "outputs": [], "options": {}}
        body = {"name": here.physical_name(), **empty, **await self.body(here)}
        await here.configs.create(here.id, body)
        return here.id

    @override
    async def delete(self, here: Here) -> None:
        if here.physical_id is not None:
            await here.configs.delete(here.physical_id)

    @override
    async def show(self, here: Here) -> Mapping[str, Value]:
        if here.physical_id is None:
            return {}
        try:
            return {"config": (await here.configs.show(here.physical_id)).get("config")}
        except NotFound:
            return {}
