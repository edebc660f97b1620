"""What all types of the network service have in common."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, ClassVar

from typing_extensions import override

from calor.core.errors import CloudNotFound
from calor.core.values import UNKNOWN, Value
from calor.plugin import Here, RestResource, Shelf
from calor.plugin.resolving import ID
from calor.plugin.schema import schema_of


class NeutronResource(RestResource):
    """An object of the network service."""

    service = "neutron"
    survives_failure = True
    # No property of these types says it, and so the author of a template cannot mean another.
    mark: ClassVar[str | None] = "description"
    ready = frozenset({"ACTIVE", "DOWN"})
    pending = frozenset({"BUILD"})
    failed = frozenset({"ERROR", "DEGRADED"})
    gone_at_once = True

    @override
    async def seen(self, here: Here) -> Mapping[str, Any]:
        # A list shows all that there is of each, so many who look at the same time can share one.
        thing = await here.cloud.watch(self.shelf, here.physical_id or "")
        if thing is None:
            raise CloudNotFound(f"{here.name} ({here.physical_id}) is gone")
        return thing

    @override
    async def finish(self, here: Here, names: AbstractSet[str]) -> None:
        if "tags" in names:
            tags = getattr(self, "tags", None) or ()
            await self.call(here, "PUT", "/tags", {"tags": list(tags)})

    @override
    def reference_id(self, here: Here) -> Value:
        return here.physical_id

    @override
    def problems(self) -> Iterable[str]:
        specs = getattr(self, "value_specs", None)
        if specs is None or specs is UNKNOWN:
            return
        own = {"shared", "tenant_id", *schema_of(type(self)).properties}
        if refused := sorted(own & specs.keys()):
            yield f"value_specs: {', '.join(refused)} cannot be set there"


def shelf_of(objects: str) -> Shelf:
    """Return where the network service keeps objects of a kind."""
    return Shelf(service="network", path=f"/v2.0/{objects}", key=objects.replace("-", "_"))


async def id_of(here: Here, kind: str, name_or_id: str) -> str:
    """Return the id of an object that Heat's own rules do not look for."""
    return name_or_id if ID.fullmatch(name_or_id) else await here.cloud.find(kind, name_or_id)
