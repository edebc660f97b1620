"""Services that the catalog names."""

from dataclasses import replace

from calor.localcloud.frame.call import NO_CONTENT, Reply
from calor.localcloud.keystone.fields import FLAG, Field, checked, extras, optional
from calor.localcloud.keystone.identity import new_id, present
from calor.localcloud.keystone.listing import Row, collection
from calor.localcloud.keystone.records import CatalogService
from calor.localcloud.keystone.visit import Action, Visit

FIELDS = {
    "type": Field(str, required=True, longest=255, shortest=1),
    "name": Field(str, longest=255),
    "enabled": FLAG,
    "description": Field(str, nullable=True),
}
KNOWN = frozenset(FIELDS) - {"description"} | {"id", "links"}


def _render(visit: Visit, one: CatalogService) -> Row:
    return {
        "id": one.id,
        "type": one.type,
        "enabled": one.enabled,
        **({} if one.name is None else {"name": one.name}),
        **one.extra,
        "links": {"self": visit.link("services", one.id)},
    }


def list_services(visit: Visit) -> Reply:
    """List services."""
    visit.access.require(visit.access.is_system_reader)
    found = (_render(visit, one) for one in visit.identity.services)
    return collection(visit, "services", found, ("type", "name"))


def create_service(visit: Visit) -> Reply:
    """Name one more service."""
    visit.access.require(visit.access.is_admin)
    body = checked(visit.call.member("service"), FIELDS)
    service = CatalogService(
        id=new_id(),
        type=body["type"],
        name=body.get("name", ""),
        enabled=body.get("enabled", True),
        extra=extras(body, KNOWN),
    )
    visit.identity.services.put(service)
    return Reply(201, {"service": _render(visit, service)})


def _found(visit: Visit) -> CatalogService:
    return present(visit.identity.services, "service", visit.param("service_id"))


def show_service(visit: Visit) -> Reply:
    """Show a service."""
    visit.access.require(visit.access.is_system_reader)
    return Reply(200, {"service": _render(visit, _found(visit))})


def update_service(visit: Visit) -> Reply:
    """Change a service."""
    visit.access.require(visit.access.is_admin)
    service = _found(visit)
    body = checked(visit.call.member("service"), optional(FIELDS))
    changed = replace(
        service,
        type=body.get("type", service.type),
        name=body.get("name", service.name),
        enabled=body.get("enabled", service.enabled),
        extra={**service.extra, **extras(body, KNOWN)},
    )
    visit.identity.services.put(changed)
    return Reply(200, {"service": _render(visit, changed)})


def remove_service(visit: Visit) -> Reply:
    """Delete a service with its endpoints."""
    visit.access.require(visit.access.is_admin)
    service = _found(visit)
    for endpoint in visit.identity.endpoints.find("service", service.id):
        visit.identity.endpoints.drop(endpoint.id)
    visit.identity.services.drop(service.id)
    return NO_CONTENT


ACTIONS = (
    Action("GET", "/services", list_services),
    Action("POST", "/services", create_service),
    Action("GET", "/services/{service_id}", show_service),
    Action("PATCH", "/services/{service_id}", update_service),
    Action("DELETE", "/services/{service_id}", remove_service),
)
