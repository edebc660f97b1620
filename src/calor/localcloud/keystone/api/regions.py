"""Regions."""

from dataclasses import replace

from calor.localcloud.frame.call import NO_CONTENT, Reply
from calor.localcloud.frame.refusal import Refusal, bad_request, conflict, forbidden
from calor.localcloud.keystone.fields import TEXT, Field, checked, extras
from calor.localcloud.keystone.identity import Identity, new_id, present
from calor.localcloud.keystone.listing import Row, collection
from calor.localcloud.keystone.records import Region
from calor.localcloud.keystone.visit import Action, Visit

FIELDS = {
    "id": Field(str, longest=255),
    "description": TEXT,
    "parent_region_id": Field(str, nullable=True, longest=255),
}
KNOWN = frozenset(FIELDS) | {"links"}


def _render(visit: Visit, one: Region) -> Row:
    return {
        "id": one.id,
        "description": one.description,
        "parent_region_id": one.parent_region_id,
        **one.extra,
        "links": {"self": visit.link("regions", one.id)},
    }


def list_regions(visit: Visit) -> Reply:
    """List regions to anybody with a token."""
    visit.access.require(visit.access.user_id)
    found = (_render(visit, one) for one in visit.identity.regions)
    return collection(visit, "regions", found, ("parent_region_id",))


def create_region(visit: Visit) -> Reply:
    """Make a region, with an id of the caller's choice if there is one."""
    visit.access.require(visit.access.is_admin)
    body = checked(visit.call.member("region"), FIELDS)
    named = visit.call.params.get("region_id")
    if named and body.get("id", named) != named:
        raise bad_request("The address and the body name different regions.")
    region = Region(
        id=named or body.get("id") or new_id(),
        description=body.get("description") or "",
        parent_region_id=_parent(visit.identity, body),
        extra=extras(body, KNOWN),
    )
    if region.id in visit.identity.regions:
        raise conflict(f"There is a region {region.id!r} already.")
    visit.identity.regions.put(region)
    return Reply(201, {"region": _render(visit, region)})


def _parent(identity: Identity, body: Row) -> str | None:
    parent_id: str | None = body.get("parent_region_id")
    if parent_id:
        present(identity.regions, "region", parent_id)
    return parent_id or None


def _found(visit: Visit) -> Region:
    return present(visit.identity.regions, "region", visit.param("region_id"))


def show_region(visit: Visit) -> Reply:
    """Show a region to anybody with a token."""
    visit.access.require(visit.access.user_id)
    return Reply(200, {"region": _render(visit, _found(visit))})


def update_region(visit: Visit) -> Reply:
    """Change a region."""
    visit.access.require(visit.access.is_admin)
    region = _found(visit)
    body = checked(visit.call.member("region"), FIELDS)
    if body.get("id", region.id) != region.id:
        raise bad_request("'id' cannot change.")
    above = _parent(visit.identity, body) if "parent_region_id" in body else region.parent_region_id
    _check_circle(visit.identity, region.id, above)
    changed = replace(
        region,
        description=body.get("description", region.description) or "",
        parent_region_id=above,
        extra={**region.extra, **extras(body, KNOWN)},
    )
    visit.identity.regions.put(changed)
    return Reply(200, {"region": _render(visit, changed)})


def _check_circle(identity: Identity, region_id: str, above: str | None) -> None:
    while above is not None:
        if above == region_id:
            raise Refusal(400, "A region cannot be under itself.")
        parent = identity.regions.get(above)
        above = parent.parent_region_id if parent else None


def remove_region(visit: Visit) -> Reply:
    """Delete a region that no endpoint is in, with the regions under it."""
    visit.access.require(visit.access.is_admin)
    region, identity = _found(visit), visit.identity
    doomed = [region.id]
    for above in doomed:
        doomed += [one.id for one in identity.regions if one.parent_region_id == above]
    if any(one.region_id in doomed for one in identity.endpoints):
        raise forbidden("There are endpoints in the region; delete them first.")
    for one in doomed:
        identity.regions.drop(one)
    return NO_CONTENT


ACTIONS = (
    Action("GET", "/regions", list_regions),
    Action("POST", "/regions", create_region),
    Action("GET", "/regions/{region_id}", show_region),
    Action("PUT", "/regions/{region_id}", create_region),
    Action("PATCH", "/regions/{region_id}", update_region),
    Action("DELETE", "/regions/{region_id}", remove_region),
)
