"""What a login is for: the scope that a caller names, or the one that stands to reason."""

from typing import Any

from calor.localcloud.frame.refusal import bad_request, unauthorized
from calor.localcloud.keystone.assignments import roles_at
from calor.localcloud.keystone.identity import Identity
from calor.localcloud.keystone.records import Project
from calor.localcloud.keystone.tokens import UNSCOPED, Scope

KINDS = ("project", "domain", "system", "OS-TRUST:trust", "unscoped")


def section(body: object, name: str) -> dict[str, Any]:
    """Return an object that must be in another one."""
    found = body.get(name) if isinstance(body, dict) else None
    if not isinstance(found, dict):
        raise bad_request(f"An object {name!r} is missing.")
    return found


def find_domain(identity: Identity, shown: dict[str, Any]) -> Project:
    """Return an enabled domain by id or name."""
    if "name" in shown:
        found = next(iter(identity.projects.find("name", (None, str(shown["name"])))), None)
    elif "id" in shown:
        found = identity.projects.get(str(shown["id"]))
    else:
        raise bad_request("A domain needs an 'id' or a 'name'.")
    if found is None or not found.is_domain or not found.enabled:
        raise unauthorized()
    return found


def find_project(identity: Identity, shown: dict[str, Any]) -> Project:
    """Return an enabled project by id, or by name and domain."""
    if "name" in shown:
        domain = find_domain(identity, section(shown, "domain"))
        name = str(shown["name"])
        found = next(iter(identity.projects.find("name", (domain.id, name))), None)
    elif "id" in shown:
        found = identity.projects.get(str(shown["id"]))
    else:
        raise bad_request("A project needs an 'id', or a 'name' and a 'domain'.")
    if found is None or found.domain_id is None or not found.enabled:
        raise unauthorized()
    return found


def requested_scope(identity: Identity, asked: object) -> Scope:
    """Return the scope that a caller asks for."""
    if asked == "unscoped":
        return UNSCOPED
    kinds = [kind for kind in KINDS if isinstance(asked, dict) and kind in asked]
    if len(kinds) != 1:
        raise bad_request(f"A scope is exactly one of {', '.join(KINDS)}.")
    match kinds[0]:
        case "project":
            return Scope(project_id=find_project(identity, section(asked, "project")).id)
        case "domain":
            return Scope(domain_id=find_domain(identity, section(asked, "domain")).id)
        case "system":
            return Scope(system=True)
        case "OS-TRUST:trust":
            return _trust_scope(identity, section(asked, "OS-TRUST:trust"))
        case _:
            return UNSCOPED


def _trust_scope(identity: Identity, shown: dict[str, Any]) -> Scope:
    if not isinstance(shown.get("id"), str):
        raise bad_request("A trust needs an 'id'.")
    trust = identity.trusts.get(shown["id"])
    if trust is None:
        raise unauthorized()
    if trust.remaining_uses is not None and trust.remaining_uses <= 0:
        raise unauthorized("The trust has been used as often as it may be.")
    return Scope(project_id=trust.project_id, trust_id=trust.id)


def default_scope(identity: Identity, user_id: str) -> Scope:
    """Return the scope of a login that names none: the user's default project, if it is open."""
    user = identity.user(user_id)
    project = identity.projects.get(user.default_project_id)
    if project is None or not project.enabled:
        return UNSCOPED
    domain = identity.projects.get(project.domain_id)
    if domain is None or not domain.enabled or not roles_at(identity, user_id, project.id):
        return UNSCOPED
    return Scope(project_id=project.id)
