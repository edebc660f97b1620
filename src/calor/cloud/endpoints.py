"""Where the services of a cloud are, and which microversions they speak."""

from collections.abc import Iterator, Mapping
from time import monotonic
from typing import Any, Final

from keystoneauth1.access import AccessInfoV3
from typing_extensions import override

from calor.cloud.calls import Call
from calor.cloud.discovery import Version, fitting, versions_in
from calor.cloud.login import Login
from calor.cloud.services import Address, Service, address_of
from calor.cloud.settings import CloudSettings
from calor.cloud.transport import Transport
from calor.core.errors import CloudError, CloudRefused

KEPT: Final = 3600.0
"""The seconds for which a service is believed to speak the versions it named."""

MULTIPLE_CHOICES: Final = 300


class Discovery:
    """What services have said of their versions; it is the same whoever asks."""

    def __init__(self, settings: CloudSettings, transport: Transport) -> None:
        self._settings, self._transport = settings, transport
        self._known: dict[str, tuple[float, tuple[Version, ...]]] = {}

    async def versions(self, url: str, service: Service) -> tuple[Version, ...]:
        """Return the versions that are named at an address; none if nothing is to be read there."""
        until, versions = self._known.get(url, (0.0, ()))
        if until > monotonic():
            return versions
        call = Call(
            gate=url,
            method="GET",
            url=f"{url}/",
            asked=f"{service.type}: versions",
            may_repeat=True,
            tls=self._settings.reach_of(service.type).tls,
        )
        try:
            answer = await self._transport.send(call)
        except CloudError:
            return ()
        versions = versions_in(answer.body) if answer.status <= MULTIPLE_CHOICES else ()
        self._known[url] = (monotonic() + KEPT, versions)
        return versions

    @override
    def __repr__(self) -> str:
        return "Discovery()"


class Endpoints:
    """The addresses in one credential's catalog."""

    def __init__(self, settings: CloudSettings, discovery: Discovery) -> None:
        self._settings, self._discovery = settings, discovery
        self._known: dict[str, Address] = {}

    async def address(self, service: Service, login: Login) -> Address:
        """Return where a service is, with its version."""
        if service.type not in self._known:
            address = address_of(self._listed(service, await login.access()))
            if address.version is None and service.version is not None:
                address = Address(address.root, await self._segment(service, address))
            self._known[service.type] = address
        return self._known[service.type]

    async def version(self, service: Service, login: Login) -> Version | None:
        """Return the version of a service that is spoken to, with its microversions."""
        address = await self.address(service, login)
        for url in dict.fromkeys((address.versioned, address.root)):
            found = fitting(service, await self._discovery.versions(url, service))
            if found is not None and found.highest is not None:
                return found
        return None

    async def _segment(self, service: Service, address: Address) -> str | None:
        found = fitting(service, await self._discovery.versions(address.root, service))
        return found.segment if found and found.segment else service.version

    def _listed(self, service: Service, access: AccessInfoV3) -> str:
        interface = self._settings.reach_of(service.type).interface.removesuffix("URL")
        for entry in _entries(service, access):
            for endpoint in entry.get("endpoints", ()):
                if endpoint.get("interface") == interface and self._is_here(endpoint):
                    return str(endpoint["url"])
        where = f" in {self._settings.region}" if self._settings.region else ""
        raise CloudRefused(
            f"the cloud has no {interface} address of a {service.type} service{where}"
        )

    def _is_here(self, endpoint: Mapping[str, Any]) -> bool:
        region = self._settings.region
        return region is None or region in (endpoint.get("region_id"), endpoint.get("region"))


def _entries(service: Service, access: AccessInfoV3) -> Iterator[Mapping[str, Any]]:
    """Give what a catalog lists of a service, under its best name first."""
    for name in (service.type, *service.aliases):
        for entry in access.service_catalog.catalog:
            if entry.get("type") == name:
                yield entry
