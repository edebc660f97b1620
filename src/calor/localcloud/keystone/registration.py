"""Services in the catalog that follow the address the local cloud was started with."""

from collections.abc import Mapping
from dataclasses import dataclass

from calor.localcloud.keystone.identity import Identity, new_id
from calor.localcloud.keystone.records import CatalogService, Endpoint

INTERFACES = ("public", "internal", "admin")


@dataclass(frozen=True, slots=True)
class Registered:
    """A service for the catalog; its URL may contain `%(project_id)s`."""

    name: str
    url: str


def register(identity: Identity, services: Mapping[str, Registered], region: str) -> None:
    """Let the catalog name each type of service at its present address, once."""
    for service_type, wanted in services.items():
        service = _service(identity, service_type, wanted.name)
        for interface in INTERFACES:
            _point(identity, service, interface, wanted.url, region)


def _service(identity: Identity, service_type: str, name: str) -> CatalogService:
    for one in identity.services.find("type", service_type):
        return one
    service = CatalogService(new_id(), service_type, name)
    identity.services.put(service)
    return service


def _point(
    identity: Identity, service: CatalogService, interface: str, url: str, region: str
) -> None:
    for one in identity.endpoints.find("service", service.id):
        if (one.interface, one.region_id) == (interface, region):
            if one.url != url:
                moved = Endpoint(one.id, service.id, interface, url, region, one.enabled, one.extra)
                identity.endpoints.put(moved)
            return
    identity.endpoints.put(Endpoint(new_id(), service.id, interface, url, region))
