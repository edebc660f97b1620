"""OS::Nova::Flavor: how large a server is."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import Any, ClassVar
from urllib.parse import quote

from typing_extensions import override

from calor.core.errors import CloudConflict, CloudNotFound
from calor.core.state import Action
from calor.core.values import Value
from calor.plugin import Here, RestResource, Shelf, attr, prop, since


class Flavor(RestResource):
    """A size of servers, which only administrators can make."""

    type_name = "OS::Nova::Flavor"
    service = "nova"
    support = since("2014.2")
    shelf = Shelf(service="compute", path="/flavors/detail", key="flavors", microversion="2.55")
    collection = "/flavors"
    entity = "flavor"
    mark = "description"
    gone_at_once = True
    attributes: ClassVar = {
        "is_public": attr("Whether everybody may use it.", bool, support=since("6.0.0")),
        "extra_specs": attr("What else it asks of hosts.", dict, support=since("7.0.0")),
    }
    keys: ClassVar = {"is_public": "os-flavor-access:is_public"}
    apart = frozenset({"extra_specs"})

    tenants: tuple[str, ...] = prop(
        "The projects that may use it, unless everybody may; the own one if none are given.",
        finds="keystone.project",
        updatable=True,
        default=[],
        aside=True,
        support=since("8.0.0"),
    )
    ram: int = prop("Megabytes of memory.")
    vcpus: int = prop("How many processors.")
    disk: int = prop("Gigabytes of its root disk; 0 means as large as the image.", default=0)
    swap: int = prop("Megabytes of swap space.", default=0)
    ephemeral: int = prop(
        "Gigabytes of a further disk.", wire="OS-FLV-EXT-DATA:ephemeral", default=0
    )
    flavorid: str | None = prop(
        "Its id; generated if none is given.", wire="id", default=None, support=since("7.0.0")
    )
    name: str | None = prop("What it is called.", default=None, support=since("7.0.0"))
    rxtx_factor: float = prop("The share of the network's speed.", default=1.0)
    extra_specs: dict[str, Any] | None = prop(
        "What else it asks of hosts.", updatable=True, default=None, aside=True
    )
    is_public: bool = prop(
        "Whether everybody may use it.",
        wire="os-flavor-access:is_public",
        default=True,
        support=since("6.0.0"),
    )

    @override
    def searched(self, name: str) -> Mapping[str, str]:
        # There is no search by name; else only public ones are listed.
        return {"is_public": "None"}

    @override
    async def finish(self, here: Here, names: AbstractSet[str]) -> None:
        if "extra_specs" in names:
            await self._set_specs(here)
        if not self.is_public and ("tenants" in names or here.action is Action.CREATE):
            await self._set_access(here)

    @override
    async def attribute(self, here: Here, name: str) -> Value:
        if name != "extra_specs" or here.physical_id is None:
            return await super().attribute(here, name)
        return await self._specs(here)

    async def _specs(self, here: Here) -> dict[str, Any]:
        found: dict[str, Any] = (await self.call(here, "GET", "/os-extra_specs"))["extra_specs"]
        return found

    async def _set_specs(self, here: Here) -> None:
        wanted = {key: str(one) for key, one in (self.extra_specs or {}).items()}
        for key in (await self._specs(here)).keys() - wanted.keys():
            with suppress(CloudNotFound):
                await self.call(here, "DELETE", f"/os-extra_specs/{quote(key, safe='')}")
        if wanted:
            await self.call(here, "POST", "/os-extra_specs", {"extra_specs": wanted})

    async def _set_access(self, here: Here) -> None:
        listed = (await self.call(here, "GET", "/os-flavor-access"))["flavor_access"]
        present = {one["tenant_id"] for one in listed}
        wanted = set(self.tenants) or {await here.cloud.project()}
        for tenant in sorted(wanted - present):
            with suppress(CloudConflict):
                await self.call(here, "POST", "/action", {"addTenantAccess": {"tenant": tenant}})
        for tenant in sorted(present - wanted):
            with suppress(CloudNotFound):
                await self.call(here, "POST", "/action", {"removeTenantAccess": {"tenant": tenant}})
