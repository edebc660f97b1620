"""Roles."""

from dataclasses import replace

from calor.localcloud.frame.call import NO_CONTENT, Reply
from calor.localcloud.frame.refusal import bad_request, conflict
from calor.localcloud.keystone.api.projects import require_mutable
from calor.localcloud.keystone.deletion import delete_role
from calor.localcloud.keystone.fields import (
    NEW_NAME,
    OPTIONS,
    TEXT,
    Field,
    checked,
    extras,
    optional,
)
from calor.localcloud.keystone.identity import Identity, new_id
from calor.localcloud.keystone.listing import Row, collection
from calor.localcloud.keystone.records import Role
from calor.localcloud.keystone.visit import Action, Visit

FIELDS = {
    "name": NEW_NAME,
    "description": TEXT,
    "domain_id": Field(str, nullable=True, longest=64),
    "options": OPTIONS,
}
KNOWN = frozenset(FIELDS) | {"id", "links"}


def render_role(visit: Visit, one: Role) -> Row:
    """Show a role."""
    return {
        "id": one.id,
        "name": one.name,
        "domain_id": one.domain_id,
        "description": one.description,
        "options": one.options,
        **one.extra,
        "links": {"self": visit.link("roles", one.id)},
    }


def list_roles(visit: Visit) -> Reply:
    """List the cloud's roles, or those of a domain if the query names it."""
    identity, caller = visit.identity, visit.access
    caller.require(caller.is_system_reader or caller.manages(caller.domain_id))
    domain_id = visit.call.query.get("domain_id")
    found = [render_role(visit, one) for one in identity.roles.find("domain", domain_id)]
    return collection(visit, "roles", found, ("name",))


def create_role(visit: Visit) -> Reply:
    """Make a role."""
    identity = visit.identity
    visit.access.require(visit.access.is_admin)
    body = checked(visit.call.member("role"), FIELDS)
    domain_id = body.get("domain_id")
    role = Role(
        id=new_id(),
        name=body["name"].strip(),
        domain_id=identity.domain(domain_id).id if domain_id else None,
        description=body.get("description"),
        options=body.get("options", {}),
        extra=extras(body, KNOWN),
    )
    _require_free(identity, role)
    identity.roles.put(role)
    return Reply(201, {"role": render_role(visit, role)})


def _require_free(identity: Identity, role: Role) -> None:
    for other in identity.roles.find("name", (role.domain_id, role.name)):
        if other.id != role.id:
            raise conflict(f"There is a role {role.name!r} already.")


def show_role(visit: Visit) -> Reply:
    """Show a role."""
    caller, role = visit.access, visit.identity.role(visit.param("role_id"))
    caller.require(caller.is_system_reader or caller.manages(caller.domain_id))
    return Reply(200, {"role": render_role(visit, role)})


def update_role(visit: Visit) -> Reply:
    """Change a role."""
    identity = visit.identity
    visit.access.require(visit.access.is_admin)
    role = identity.role(visit.param("role_id"))
    body = checked(visit.call.member("role"), optional(FIELDS))
    for name in ("domain_id", "id"):
        if name in body and body[name] != getattr(role, name):
            raise bad_request(f"{name!r} cannot change.")
    require_mutable(role.options, body)
    options = {**role.options, **body.get("options", {})}
    changed = replace(
        role,
        name=body.get("name", role.name).strip(),
        description=body.get("description", role.description),
        options={name: value for name, value in options.items() if value is not None},
        extra={**role.extra, **extras(body, KNOWN)},
    )
    _require_free(identity, changed)
    identity.roles.put(changed)
    return Reply(200, {"role": render_role(visit, changed)})


def remove_role(visit: Visit) -> Reply:
    """Delete a role; whoever had it loses it."""
    visit.access.require(visit.access.is_admin)
    role = visit.identity.role(visit.param("role_id"))
    require_mutable(role.options)
    delete_role(visit.identity, role.id)
    return NO_CONTENT


ACTIONS = (
    Action("GET", "/roles", list_roles),
    Action("POST", "/roles", create_role),
    Action("GET", "/roles/{role_id}", show_role),
    Action("PATCH", "/roles/{role_id}", update_role),
    Action("DELETE", "/roles/{role_id}", remove_role),
)
