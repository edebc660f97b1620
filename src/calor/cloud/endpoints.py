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
from calor.core.errors import CloudError, NoSuchService

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
        self._known: dict[tuple[str, str | None], Address] = {}
        self._catalog: AccessInfoV3 | None = None

    async def address(self, service: Service, login: Login, region: str | None = None) -> Address:
        """Return where a service is, with its version; each token brings a new catalog.

        It may be in another region, if one is named.
        """
        region = region or self._settings.region
        access = await login.access()
        if access is not self._catalog:
            self._catalog, self._known = access, {}
        key = (service.type, region)
        if key not in self._known:
            address = address_of(self._listed(service, access, region))
            if address.version is None and service.version is not None:
                address = Address(address.root, await self._segment(service, address))
            self._known[key] = address
            return address
        return self._known[key]

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

    def _listed(self, service: Service, access: AccessInfoV3, region: str | None) -> str:
        interface = self._settings.reach_of(service.type).interface.removesuffix("URL")
        for entry in _entries(service, access):
            for endpoint in entry.get("endpoints", ()):
                if endpoint.get("interface") == interface and _is_in(region, endpoint):
                    return str(endpoint["url"])
        where = f" in {region}" if region else ""
        raise NoSuchService(
            f"the cloud has no {interface} address of a {service.type} service{where}"
        )


def _is_in(region: str | None, endpoint: Mapping[str, Any]) -> bool:
    return region is None or region in (endpoint.get("region_id"), endpoint.get("region"))


def _entries(service: Service, access: AccessInfoV3) -> Iterator[Mapping[str, Any]]:
    """Give what a catalog lists of a service, under its best name first."""
    for name in (service.type, *service.aliases):
        for entry in access.service_catalog.catalog:
            if entry.get("type") == name:
                yield entry
