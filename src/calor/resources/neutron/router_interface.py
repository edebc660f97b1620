"""OS::Neutron::RouterInterface: the wire between a router and a subnet."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from typing_extensions import override

from calor.core.errors import CloudNotFound, ResourceFailed
from calor.core.values import Value, has_unknown
from calor.plugin import Here, Old, Request, Resource, deprecated, hidden, prop, since
from calor.plugin.recognition import is_new


class RouterInterface(Resource):
    """Plugs a subnet, or a port, into a router."""

    type_name = "OS::Neutron::RouterInterface"
    service = "neutron"
    extension = "router"
    checkable = True

    port: str | None = prop(
        "The port to plug in.",
        finds="neutron.port",
        default=None,
        was=Old(
            "port_id", hidden("6.0.0", previous=deprecated("2015.1", previous=since("2014.1")))
        ),
        support=since("2015.1"),
    )
    router: str = prop(
        "The router.",
        finds="neutron.router",
        was=Old(
            "router_id", hidden("6.0.0", previous=deprecated("2015.1", previous=since("2013.1")))
        ),
    )
    subnet: str | None = prop(
        "The subnet to plug in, at the address of its gateway.",
        finds="neutron.subnet",
        default=None,
        was=Old("subnet_id", hidden("5.0.0", previous=deprecated("2014.2"))),
    )

    @override
    async def create(self, here: Here) -> str | None:
        router, key, value = self._ends()
        await _tell(here, router, "add_router_interface", {key: value})
        return f"{router}:{key}={value}"

    @override
    async def find(self, here: Here) -> str | None:
        router, key, value = self._ends()
        port = await _plugged(here, router, key, value)
        # What was plugged in before is not ours; a port may be older than its being plugged in.
        is_ours = port and (key == "port_id" or is_new(port, here))
        return f"{router}:{key}={value}" if is_ours else None

    @override
    async def delete(self, here: Here) -> None:
        if here.physical_id is not None:
            router, key, value = _parted(here.physical_id)
            with suppress(CloudNotFound):
                await _tell(here, router, "remove_router_interface", {key: value})

    @override
    async def check(self, here: Here) -> None:
        if here.physical_id is None or not await _plugged(here, *_parted(here.physical_id)):
            raise ResourceFailed(f"{here.name} ({here.physical_id}) is not plugged in any more")

    @override
    def reference_id(self, here: Here) -> Value:
        return here.physical_id

    @override
    def problems(self) -> Iterable[str]:
        if has_unknown([self.port, self.subnet]):
            return
        if (self.port is None) == (self.subnet is None):
            yield "give either subnet or port"

    def _ends(self) -> tuple[str, str, str]:
        if self.subnet:
            return self.router, "subnet_id", self.subnet
        return self.router, "port_id", self.port or ""


async def _tell(here: Here, router: str, what: str, body: Mapping[str, str]) -> None:
    path = f"/v2.0/routers/{router}/{what}"
    request = Request(service="network", method="PUT", path=path, body=body, may_repeat=False)
    await here.cloud.send(request)


async def _plugged(here: Here, router: str, key: str, value: str) -> Mapping[str, Any] | None:
    """Return the port that joins a router and a subnet."""
    query = {"device_id": router} | ({"id": value} if key == "port_id" else {})
    request = Request(service="network", method="GET", path="/v2.0/ports", query=query)
    ports = (await here.cloud.send(request)).body["ports"]
    if key == "port_id":
        return next(iter(ports), None)
    subnets = ((port, {ip["subnet_id"] for ip in port["fixed_ips"]}) for port in ports)
    return next((port for port, has in subnets if value in has), None)


def _parted(physical_id: str) -> tuple[str, str, str]:
    """Take an id apart; an old one names no key and means a subnet."""
    router, _, end = physical_id.partition(":")
    key, _, value = end.rpartition("=")
    return router, key or "subnet_id", value
