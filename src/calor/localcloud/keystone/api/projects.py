"""Projects, their place in the tree, and their tags."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from calor.localcloud.frame.call import NO_CONTENT, Reply
from calor.localcloud.frame.refusal import bad_request, conflict, forbidden
from calor.localcloud.keystone.assignments import ancestors, roles_at
from calor.localcloud.keystone.deletion import delete_project
from calor.localcloud.keystone.fields import (
    FLAG,
    ID,
    OPTIONS,
    TEXT,
    Field,
    checked,
    extras,
    optional,
)
from calor.localcloud.keystone.identity import Identity, new_id
from calor.localcloud.keystone.listing import Row, collection
from calor.localcloud.keystone.records import Project
from calor.localcloud.keystone.tags import checked_tags, tags_select
from calor.localcloud.keystone.visit import Action, Visit

FIELDS = {
    "name": Field(str, required=True, longest=64, shortest=1),
    "description": TEXT,
    "enabled": FLAG,
    "domain_id": Field(str, nullable=True, longest=64),
    "parent_id": Field(str, nullable=True, longest=64),
    "is_domain": FLAG,
    "tags": Field(list),
    "options": OPTIONS,
}
DOMAIN_FIELDS = {
    "name": Field(str, required=True, longest=64, shortest=1),
    "description": TEXT,
    "enabled": FLAG,
    "tags": Field(list),
    "options": OPTIONS,
    "explicit_domain_id": ID,
}
KNOWN = frozenset(FIELDS) | {"id", "links", "explicit_domain_id"}
FILTERS = ("domain_id", "enabled", "name", "parent_id", "is_domain")
MAX_DEPTH = 5


def render_project(visit: Visit, one: Project) -> Row:
    """Show a project."""
    return {
        "id": one.id,
        "name": one.name,
        "domain_id": one.domain_id,
        "description": one.description,
        "enabled": one.enabled,
        "parent_id": one.parent_id,
        "is_domain": one.is_domain,
        "tags": one.tags,
        "options": one.options,
        **one.extra,
        "links": {"self": visit.link("projects", one.id)},
    }


def render_domain(visit: Visit, one: Project) -> Row:
    """Show a domain."""
    return {
        "id": one.id,
        "name": one.name,
        "description": one.description,
        "enabled": one.enabled,
        "tags": one.tags,
        "options": one.options,
        **one.extra,
        "links": {"self": visit.link("domains", one.id)},
    }


def list_projects(visit: Visit) -> Reply:
    """List projects, those of the caller's domain if the token is for one."""
    caller = visit.access
    caller.require(caller.reads(caller.domain_id))
    asks_for_domains = visit.call.query.get("is_domain", "").lower() in {"true", "1"}
    found = (
        render_project(visit, one)
        for one in visit.identity.projects
        if one.is_domain == asks_for_domains
        and caller.domain_id in {None, one.domain_id, one.id if one.is_domain else None}
        and tags_select(visit.call.query, one.tags)
    )
    return collection(visit, "projects", found, FILTERS)


def _parent(visit: Visit, body: Row) -> Project:
    """Return what a new project hangs under."""
    identity, caller = visit.identity, visit.access
    if body.get("parent_id"):
        parent = identity.projects.get(body["parent_id"])
        if parent is None:
            raise bad_request(f"There is no project {body['parent_id']!r} to hang it under.")
        domain_id = body.get("domain_id") or parent.domain_id or parent.id
        if domain_id != (parent.domain_id or parent.id):
            raise bad_request("The parent is in another domain than the project is to be.")
        return parent
    own = caller.standing.project_domain
    default = caller.domain_id or (own.id if own else "default")
    domain = identity.projects.get(body.get("domain_id") or default)
    if domain is None or not domain.is_domain:
        raise bad_request("There is no such domain.")
    return domain


def create_project(visit: Visit) -> Reply:
    """Make a project."""
    body = visit.call.member("project")
    caller, identity = visit.access, visit.identity
    if body.get("is_domain") is True:
        return _create_domain_as_project(visit, body)
    caller.require(caller.is_admin or caller.manages(body.get("domain_id") or caller.domain_id))
    checked(body, FIELDS)
    parent = _parent(visit, body)
    caller.require(caller.manages(parent.domain_id or parent.id))
    if len(list(ancestors(identity, parent))) + 1 >= MAX_DEPTH:
        raise forbidden(f"Projects can be nested {MAX_DEPTH} deep at most.")
    project = Project(
        id=new_id(),
        name=body["name"].strip(),
        domain_id=parent.domain_id or parent.id,
        parent_id=parent.id,
        description=body.get("description") or "",
        enabled=body.get("enabled", True),
        tags=checked_tags(body.get("tags", [])),
        options=body.get("options", {}),
        extra=extras(body, KNOWN),
    )
    require_free(identity, project)
    identity.projects.put(project)
    return Reply(201, {"project": render_project(visit, project)})


def _create_domain_as_project(visit: Visit, body: Row) -> Reply:
    domain = new_domain(visit, body)
    return Reply(201, {"project": render_project(visit, domain)})


def new_domain(visit: Visit, body: Row) -> Project:
    """Make a domain."""
    identity, caller = visit.identity, visit.access
    caller.require(caller.is_admin)
    checked(body, DOMAIN_FIELDS)
    domain = Project(
        id=body.get("explicit_domain_id") or new_id(),
        name=body["name"].strip(),
        domain_id=None,
        parent_id=None,
        description=body.get("description") or "",
        enabled=body.get("enabled", True),
        is_domain=True,
        tags=checked_tags(body.get("tags", [])),
        options=body.get("options", {}),
        extra=extras(body, KNOWN),
    )
    if domain.id in identity.projects:
        raise conflict(f"There is a domain {domain.id!r} already.")
    require_free(identity, domain)
    identity.projects.put(domain)
    return domain


def require_free(identity: Identity, project: Project) -> None:
    """Refuse a name that another one in the same domain has."""
    for other in identity.projects.find("name", (project.domain_id, project.name)):
        if other.id != project.id:
            kind = "domain" if project.is_domain else "project"
            raise conflict(f"There is a {kind} {project.name!r} already.")


def show_project(visit: Visit) -> Reply:
    """Show a project, with what it hangs under or what hangs under it if asked for."""
    identity, caller = visit.identity, visit.access
    found = identity.projects.get(visit.param("project_id"))
    caller.require(
        caller.reads(found.domain_id if found else None)
        or (found and caller.project_id == found.id)
    )
    project = identity.project(visit.param("project_id"))
    row = render_project(visit, project)
    return Reply(200, {"project": row | _relatives(visit, project)})


def _relatives(visit: Visit, project: Project) -> Row:
    identity, query = visit.identity, visit.call.query
    row: Row = {}
    if "parents_as_list" in query:
        row["parents"] = _openable(visit, ancestors(identity, project))
    if "subtree_as_list" in query:
        row["subtree"] = _openable(visit, below(identity, project))
    if "parents_as_ids" in query:
        ids: Row | None = None
        for one in reversed(list(ancestors(identity, project))):
            ids = {one.id: ids}
        row["parents"] = ids
    if "subtree_as_ids" in query:
        row["subtree"] = _tree(identity, project)
    return row


def _openable(visit: Visit, projects: Iterable[Project]) -> list[Row]:
    user_id = visit.access.user_id
    return [
        {"project": render_project(visit, one)}
        for one in projects
        if not one.is_domain and roles_at(visit.identity, user_id, one.id)
    ]


def below(identity: Identity, project: Project) -> Iterable[Project]:
    """Return all that hangs under a project."""
    for child in identity.projects.find("parent", project.id):
        yield child
        yield from below(identity, child)


def _tree(identity: Identity, project: Project) -> Row | None:
    children = identity.projects.find("parent", project.id)
    return {one.id: _tree(identity, one) for one in children} or None


def update_project(visit: Visit) -> Reply:
    """Change a project."""
    identity, caller = visit.identity, visit.access
    found = identity.projects.get(visit.param("project_id"))
    caller.require(caller.manages(found.domain_id if found else None))
    project = identity.project(visit.param("project_id"))
    changed = changed_project(identity, project, visit.call.member("project"))
    row = {**render_project(visit, changed), "extra": changed.extra}
    return Reply(200, {"project": row})


def changed_project(identity: Identity, project: Project, body: Row) -> Project:
    """Change a project or a domain by what a body says."""
    checked(body, optional(FIELDS))
    for name in ("domain_id", "parent_id", "is_domain", "id"):
        if name in body and body[name] != getattr(project, name):
            status = forbidden if name == "parent_id" else bad_request
            raise status(f"{name!r} cannot change.")
    require_mutable(project.options, body)
    changed = _merged(project, body)
    require_free(identity, changed)
    _check_enabled(identity, project, changed)
    identity.projects.put(changed)
    return changed


def _merged(project: Project, body: Row) -> Project:
    options = {**project.options, **body.get("options", {})}
    return replace(
        project,
        name=body.get("name", project.name).strip(),
        description=body.get("description", project.description) or "",
        enabled=body.get("enabled", project.enabled),
        tags=checked_tags(body["tags"]) if "tags" in body else project.tags,
        options={name: value for name, value in options.items() if value is not None},
        extra={**project.extra, **extras(body, KNOWN)},
    )


def _check_enabled(identity: Identity, before: Project, after: Project) -> None:
    if before.enabled == after.enabled or after.is_domain:
        return
    if after.enabled and not all(one.enabled for one in ancestors(identity, after)):
        raise forbidden("What the project hangs under is disabled.")
    if not after.enabled and any(one.enabled for one in below(identity, after)):
        raise forbidden("Something enabled hangs under the project.")


def require_mutable(options: dict[str, Any], body: Row | None = None) -> None:
    """Refuse to change what is marked as immutable, but for that mark."""
    if not options.get("immutable"):
        return
    asked = (body or {}).get("options", {})
    if body is None or "immutable" not in asked or asked["immutable"]:
        raise forbidden("It is marked as immutable.")


def remove_project(visit: Visit) -> Reply:
    """Delete a project that nothing hangs under."""
    identity, caller = visit.identity, visit.access
    found = identity.projects.get(visit.param("project_id"))
    caller.require(caller.manages(found.domain_id if found else None))
    project = identity.project(visit.param("project_id"))
    require_mutable(project.options)
    if project.is_domain:
        raise forbidden("A domain is deleted as a domain.")
    if identity.projects.find("parent", project.id):
        raise forbidden("Other projects hang under it; delete them first.")
    delete_project(identity, project)
    return NO_CONTENT


ACTIONS = (
    Action("GET", "/projects", list_projects),
    Action("POST", "/projects", create_project),
    Action("GET", "/projects/{project_id}", show_project),
    Action("PATCH", "/projects/{project_id}", update_project),
    Action("DELETE", "/projects/{project_id}", remove_project),
)
