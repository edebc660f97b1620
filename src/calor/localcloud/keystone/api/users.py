"""Users."""

from dataclasses import replace

from calor.localcloud.frame.call import NO_CONTENT, Reply
from calor.localcloud.frame.refusal import bad_request, conflict, unauthorized
from calor.localcloud.keystone.api.auth import places
from calor.localcloud.keystone.api.projects import render_project
from calor.localcloud.keystone.deletion import delete_user, revoke_user
from calor.localcloud.keystone.fields import (
    FLAG,
    NEW_NAME,
    OPTIONS,
    Field,
    checked,
    extras,
    optional,
)
from calor.localcloud.keystone.identity import Identity, new_id
from calor.localcloud.keystone.listing import Row, collection
from calor.localcloud.keystone.records import User
from calor.localcloud.keystone.visit import Action, Visit

FIELDS = {
    "name": NEW_NAME,
    "domain_id": Field(str, nullable=True, longest=64),
    "default_project_id": Field(str, nullable=True, longest=64),
    "password": Field(str, nullable=True, longest=4096),
    "enabled": FLAG,
    "options": OPTIONS,
}
KNOWN = frozenset(FIELDS) | {"id", "links", "original_password", "password_expires_at"}
FILTERS = ("domain_id", "enabled", "name")


def render_user(visit: Visit, one: User) -> Row:
    """Show a user, never the password."""
    default = {"default_project_id": one.default_project_id} if one.default_project_id else {}
    return {
        "id": one.id,
        "name": one.name,
        "domain_id": one.domain_id,
        "enabled": one.enabled,
        **default,
        "password_expires_at": None,
        "options": one.options,
        **one.extra,
        "links": {"self": visit.link("users", one.id)},
    }


def list_users(visit: Visit) -> Reply:
    """List users, those of the caller's domain if the token is for one."""
    identity, caller = visit.identity, visit.access
    caller.require(caller.reads(caller.domain_id))
    domain_id = caller.domain_id or visit.call.query.get("domain_id")
    candidates = identity.users.find("domain", domain_id) if domain_id else identity.users
    found = (render_user(visit, one) for one in candidates)
    return collection(visit, "users", found, FILTERS)


def create_user(visit: Visit) -> Reply:
    """Make a user."""
    identity, caller = visit.identity, visit.access
    body = visit.call.member("user")
    own = caller.standing.project_domain
    default = caller.domain_id or (own.id if own else "default")
    domain_id = body.get("domain_id") or default
    caller.require(caller.manages(domain_id))
    checked(body, FIELDS)
    password = body.get("password")
    user = User(
        id=new_id(),
        name=body["name"].strip(),
        domain_id=identity.domain(domain_id).id,
        enabled=body.get("enabled", True),
        default_project_id=_default_project(identity, body.get("default_project_id")),
        secret=None if password is None else identity.passwords.hashed(password),
        options=body.get("options", {}),
        extra=extras(body, KNOWN),
    )
    _require_free(identity, user)
    identity.users.put(user)
    return Reply(201, {"user": render_user(visit, user)})


def _default_project(identity: Identity, project_id: str | None) -> str | None:
    project = identity.projects.get(project_id)
    if project is not None and project.is_domain:
        raise bad_request("A domain cannot be a default project.")
    return project_id


def _require_free(identity: Identity, user: User) -> None:
    for other in identity.users.find("name", (user.domain_id, user.name)):
        if other.id != user.id:
            raise conflict(f"There is a user {user.name!r} in the domain already.")


def show_user(visit: Visit) -> Reply:
    """Show a user to an administrator, or to the user."""
    identity, caller = visit.identity, visit.access
    user_id = visit.param("user_id")
    found = identity.users.get(user_id)
    caller.require(caller.reads(found.domain_id if found else None) or caller.user_id == user_id)
    return Reply(200, {"user": render_user(visit, identity.user(user_id))})


def _managed(visit: Visit) -> User:
    identity, caller = visit.identity, visit.access
    found = identity.users.get(visit.param("user_id"))
    caller.require(caller.manages(found.domain_id if found else None))
    return identity.user(visit.param("user_id"))


def update_user(visit: Visit) -> Reply:
    """Change a user; a new password or a disabled user makes old tokens worthless."""
    body = checked(visit.call.member("user"), optional(FIELDS))
    if not body:
        raise bad_request("There is nothing to change.")
    identity, user = visit.identity, _managed(visit)
    for name in ("domain_id", "id"):
        if name in body and body[name] != getattr(user, name):
            raise bad_request(f"{name!r} cannot change.")
    options = {**user.options, **body.get("options", {})}
    password = body.get("password")
    default_project_id = body.get("default_project_id", user.default_project_id)
    changed = replace(
        user,
        name=body.get("name", user.name).strip(),
        enabled=body.get("enabled", user.enabled),
        default_project_id=_default_project(identity, default_project_id),
        secret=user.secret if password is None else identity.passwords.hashed(password),
        options={name: value for name, value in options.items() if value is not None},
        extra={**user.extra, **extras(body, KNOWN)},
    )
    _require_free(identity, changed)
    identity.users.put(changed)
    if password is not None or (user.enabled and not changed.enabled):
        revoke_user(identity, user.id)
    return Reply(200, {"user": {**render_user(visit, changed), "extra": changed.extra}})


def change_password(visit: Visit) -> Reply:
    """Let a user who knows the old password set a new one."""
    identity = visit.identity
    fields = {"password": Field(str, required=True), "original_password": Field(str, required=True)}
    body = checked(visit.call.member("user"), fields)
    user = identity.users.get(visit.param("user_id"))
    if user is None or not user.enabled:
        raise unauthorized()
    if not identity.passwords.is_right(body["original_password"], user.secret):
        raise unauthorized()
    identity.users.put(replace(user, secret=identity.passwords.hashed(body["password"])))
    revoke_user(identity, user.id)
    return NO_CONTENT


def remove_user(visit: Visit) -> Reply:
    """Delete a user with everything that was the user's."""
    delete_user(visit.identity, _managed(visit).id)
    return NO_CONTENT


def list_user_projects(visit: Visit) -> Reply:
    """List the projects where a user has a role."""
    identity, caller = visit.identity, visit.access
    user_id = visit.param("user_id")
    user = identity.users.get(user_id)
    caller.require(caller.reads(user.domain_id if user else None) or caller.user_id == user_id)
    found = places(identity, identity.user(user_id).id, domains=False)
    rows = [render_project(visit, one) for one in found]
    return collection(visit, "projects", rows, ("enabled", "name", "domain_id"))


ACTIONS = (
    Action("GET", "/users", list_users),
    Action("POST", "/users", create_user),
    Action("GET", "/users/{user_id}", show_user),
    Action("PATCH", "/users/{user_id}", update_user),
    Action("DELETE", "/users/{user_id}", remove_user),
    Action("POST", "/users/{user_id}/password", change_password),
    Action("GET", "/users/{user_id}/projects", list_user_projects),
)
