"""Groups and who is in them."""

from dataclasses import replace

from calor.localcloud.frame.call import NO_CONTENT, Reply
from calor.localcloud.frame.refusal import bad_request, conflict, not_found
from calor.localcloud.keystone.api.users import render_user
from calor.localcloud.keystone.deletion import delete_group, revoke_user
from calor.localcloud.keystone.fields import NEW_NAME, TEXT, Field, checked, extras, optional
from calor.localcloud.keystone.identity import Identity, new_id, present
from calor.localcloud.keystone.listing import Row, collection
from calor.localcloud.keystone.records import Group, Membership
from calor.localcloud.keystone.visit import Action, Visit

FIELDS = {
    "name": NEW_NAME,
    "domain_id": Field(str, nullable=True, longest=64),
    "description": TEXT,
}
KNOWN = frozenset(FIELDS) | {"id", "links"}


def _render(visit: Visit, one: Group) -> Row:
    return {
        "id": one.id,
        "name": one.name,
        "domain_id": one.domain_id,
        "description": one.description,
        **one.extra,
        "links": {"self": visit.link("groups", one.id)},
    }


def list_groups(visit: Visit) -> Reply:
    """List groups, those of the caller's domain if the token is for one."""
    caller = visit.access
    caller.require(caller.reads(caller.domain_id))
    found = (
        _render(visit, one)
        for one in visit.identity.groups
        if caller.domain_id in {None, one.domain_id}
    )
    return collection(visit, "groups", found, ("domain_id", "name"))


def create_group(visit: Visit) -> Reply:
    """Make a group."""
    identity, caller = visit.identity, visit.access
    body = visit.call.member("group")
    own = caller.standing.project_domain
    domain_id = body.get("domain_id") or caller.domain_id or (own.id if own else "default")
    caller.require(caller.manages(domain_id))
    checked(body, FIELDS)
    group = Group(
        id=new_id(),
        name=body["name"].strip(),
        domain_id=identity.domain(domain_id).id,
        description=body.get("description") or "",
        extra=extras(body, KNOWN),
    )
    _require_free(identity, group)
    identity.groups.put(group)
    return Reply(201, {"group": _render(visit, group)})


def _require_free(identity: Identity, group: Group) -> None:
    for other in identity.groups.find("name", (group.domain_id, group.name)):
        if other.id != group.id:
            raise conflict(f"There is a group {group.name!r} in the domain already.")


def _group(visit: Visit, *, change: bool) -> Group:
    identity, caller = visit.identity, visit.access
    found = identity.groups.get(visit.param("group_id"))
    domain_id = found.domain_id if found else None
    caller.require(caller.manages(domain_id) if change else caller.reads(domain_id))
    return present(identity.groups, "group", visit.param("group_id"))


def show_group(visit: Visit) -> Reply:
    """Show a group."""
    return Reply(200, {"group": _render(visit, _group(visit, change=False))})


def update_group(visit: Visit) -> Reply:
    """Change a group."""
    group = _group(visit, change=True)
    body = checked(visit.call.member("group"), optional(FIELDS))
    for name in ("domain_id", "id"):
        if name in body and body[name] != getattr(group, name):
            raise bad_request(f"{name!r} cannot change.")
    changed = replace(
        group,
        name=body.get("name", group.name).strip(),
        description=body.get("description", group.description) or "",
        extra={**group.extra, **extras(body, KNOWN)},
    )
    _require_free(visit.identity, changed)
    visit.identity.groups.put(changed)
    return Reply(200, {"group": _render(visit, changed)})


def remove_group(visit: Visit) -> Reply:
    """Delete a group; its members lose what they had through it."""
    delete_group(visit.identity, _group(visit, change=True).id)
    return NO_CONTENT


def list_members(visit: Visit) -> Reply:
    """List the users in a group."""
    identity, group = visit.identity, _group(visit, change=False)
    found = (identity.user(one.user_id) for one in identity.memberships.find("group", group.id))
    rows = [render_user(visit, one) for one in found]
    return collection(visit, "users", rows, ("domain_id", "enabled", "name"))


def _membership(visit: Visit, *, change: bool) -> Membership:
    group = _group(visit, change=change)
    return Membership(group.id, visit.identity.user(visit.param("user_id")).id)


def add_member(visit: Visit) -> Reply:
    """Put a user into a group."""
    visit.identity.memberships.put(_membership(visit, change=True))
    return NO_CONTENT


def check_member(visit: Visit) -> Reply:
    """Tell whether a user is in a group."""
    membership = _membership(visit, change=False)
    if membership.id not in visit.identity.memberships:
        raise not_found("member", membership.user_id)
    return NO_CONTENT


def remove_member(visit: Visit) -> Reply:
    """Take a user out of a group, with the tokens that may have counted on it."""
    membership = _membership(visit, change=True)
    if membership.id not in visit.identity.memberships:
        raise not_found("member", membership.user_id)
    visit.identity.memberships.drop(membership.id)
    revoke_user(visit.identity, membership.user_id)
    return NO_CONTENT


def list_user_groups(visit: Visit) -> Reply:
    """List the groups that a user is in."""
    identity, caller = visit.identity, visit.access
    user_id = visit.param("user_id")
    user = identity.users.get(user_id)
    caller.require(caller.reads(user.domain_id if user else None) or caller.user_id == user_id)
    held = identity.memberships.find("user", identity.user(user_id).id)
    found = (present(identity.groups, "group", one.group_id) for one in held)
    rows = [{**_render(visit, one), "membership_expires_at": None} for one in found]
    return collection(visit, "groups", rows, ("name",))


ACTIONS = (
    Action("GET", "/groups", list_groups),
    Action("POST", "/groups", create_group),
    Action("GET", "/groups/{group_id}", show_group),
    Action("PATCH", "/groups/{group_id}", update_group),
    Action("DELETE", "/groups/{group_id}", remove_group),
    Action("GET", "/groups/{group_id}/users", list_members),
    Action("GET", "/groups/{group_id}/users/{user_id}", check_member),
    Action("PUT", "/groups/{group_id}/users/{user_id}", add_member),
    Action("DELETE", "/groups/{group_id}/users/{user_id}", remove_member),
    Action("GET", "/users/{user_id}/groups", list_user_groups),
)
