"""Addresses of services."""

from dataclasses import replace

from calor.localcloud.frame.call import NO_CONTENT, Reply
from calor.localcloud.frame.refusal import bad_request
from calor.localcloud.keystone.catalog import PLACEHOLDER
from calor.localcloud.keystone.fields import FLAG, ID, Field, checked, extras, optional
from calor.localcloud.keystone.identity import new_id, present
from calor.localcloud.keystone.listing import Row, collection
from calor.localcloud.keystone.records import Endpoint, Region
from calor.localcloud.keystone.visit import Action, Visit

FIELDS = {
    "interface": Field(str, required=True, longest=8),
    "service_id": Field(str, required=True, longest=64),
    "url": Field(str, required=True, longest=225, shortest=1),
    "region_id": Field(str, nullable=True, longest=255),
    "region": Field(str, nullable=True, longest=255),
    "enabled": FLAG,
    "name": ID,
}
KNOWN = frozenset(FIELDS) - {"name"} | {"id", "links"}
INTERFACES = {"public", "internal", "admin"}
PLACEHOLDERS = {"project_id", "tenant_id", "user_id"}


def _render(visit: Visit, one: Endpoint) -> Row:
    return {
        "id": one.id,
        "interface": one.interface,
        "region_id": one.region_id,
        "service_id": one.service_id,
        "url": one.url,
        "enabled": one.enabled,
        **one.extra,
        "region": one.region_id,
        "links": {"self": visit.link("endpoints", one.id)},
    }


def list_endpoints(visit: Visit) -> Reply:
    """List endpoints."""
    visit.access.require(visit.access.is_system_reader)
    found = (_render(visit, one) for one in visit.identity.endpoints)
    return collection(visit, "endpoints", found, ("interface", "service_id", "region_id"))


def _checked(visit: Visit, body: Row) -> Row:
    """Return a body that points at what is there; a region that is not there yet is made."""
    identity = visit.identity
    if body.get("interface", "public") not in INTERFACES:
        raise bad_request("'interface' must be public, internal or admin.")
    if not set(PLACEHOLDER.findall(body.get("url", ""))) <= PLACEHOLDERS:
        raise bad_request("'url' has a placeholder that nothing fills in.")
    if "service_id" in body and body["service_id"] not in identity.services:
        raise bad_request(f"There is no service {body['service_id']!r}.")
    if body.get("region") and "region_id" not in body:
        body = {**body, "region_id": body["region"]}
        if body["region"] not in identity.regions:
            identity.regions.put(Region(body["region"]))
    if body.get("region_id") and body["region_id"] not in identity.regions:
        raise bad_request(f"There is no region {body['region_id']!r}.")
    return body


def create_endpoint(visit: Visit) -> Reply:
    """Give a service an address."""
    visit.access.require(visit.access.is_admin)
    body = _checked(visit, checked(visit.call.member("endpoint"), FIELDS))
    endpoint = Endpoint(
        id=new_id(),
        service_id=body["service_id"],
        interface=body["interface"],
        url=body["url"],
        region_id=body.get("region_id"),
        enabled=body.get("enabled", True),
        extra=extras(body, KNOWN),
    )
    visit.identity.endpoints.put(endpoint)
    return Reply(201, {"endpoint": _render(visit, endpoint)})


def _found(visit: Visit) -> Endpoint:
    return present(visit.identity.endpoints, "endpoint", visit.param("endpoint_id"))


def show_endpoint(visit: Visit) -> Reply:
    """Show an endpoint."""
    visit.access.require(visit.access.is_system_reader)
    return Reply(200, {"endpoint": _render(visit, _found(visit))})


def update_endpoint(visit: Visit) -> Reply:
    """Change an endpoint."""
    visit.access.require(visit.access.is_admin)
    endpoint = _found(visit)
    body = _checked(visit, checked(visit.call.member("endpoint"), optional(FIELDS)))
    changed = replace(
        endpoint,
        service_id=body.get("service_id", endpoint.service_id),
        interface=body.get("interface", endpoint.interface),
        url=body.get("url", endpoint.url),
        region_id=body.get("region_id", endpoint.region_id),
        enabled=body.get("enabled", endpoint.enabled),
        extra={**endpoint.extra, **extras(body, KNOWN)},
    )
    visit.identity.endpoints.put(changed)
    return Reply(200, {"endpoint": _render(visit, changed)})


def remove_endpoint(visit: Visit) -> Reply:
    """Delete an endpoint."""
    visit.access.require(visit.access.is_admin)
    visit.identity.endpoints.drop(_found(visit).id)
    return NO_CONTENT


ACTIONS = (
    Action("GET", "/endpoints", list_endpoints),
    Action("POST", "/endpoints", create_endpoint),
    Action("GET", "/endpoints/{endpoint_id}", show_endpoint),
    Action("PATCH", "/endpoints/{endpoint_id}", update_endpoint),
    Action("DELETE", "/endpoints/{endpoint_id}", remove_endpoint),
)
