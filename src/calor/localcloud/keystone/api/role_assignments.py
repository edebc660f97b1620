"""Who has which role where, as granted or as it works out."""

from collections.abc import Iterable, Mapping

from calor.localcloud.frame.call import Reply
from calor.localcloud.frame.refusal import bad_request
from calor.localcloud.keystone.api.projects import below
from calor.localcloud.keystone.assignments import SYSTEM
from calor.localcloud.keystone.effective import Assignment, effective, granted
from calor.localcloud.keystone.identity import Identity
from calor.localcloud.keystone.listing import Row, collection, is_flag
from calor.localcloud.keystone.records import Grant, Project
from calor.localcloud.keystone.visit import Action, Visit

PLACES = ("scope.project.id", "scope.domain.id", "scope.system")
INHERITED = "scope.OS-INHERIT:inherited_to"


def list_assignments(visit: Visit) -> Reply:
    """List role assignments."""
    identity, caller, query = visit.identity, visit.access, visit.call.query
    caller.require(caller.reads(caller.domain_id))
    _check(query)
    is_effective = is_flag(query, "effective")
    found = (
        effective(identity, _candidates(identity, query))
        if is_effective
        else granted(identity.grants)
    )
    targets = _targets(identity, query)
    rows = [
        _render(visit, one)
        for one in found
        if _is_asked_for(one.grant, query, targets)
        and (INHERITED not in query or one.source.inherited == (query[INHERITED] == "projects"))
        and _is_shown(identity, one.grant, caller.domain_id)
    ]
    return collection(visit, "role_assignments", rows)


def _check(query: Mapping[str, str]) -> None:
    if sum(bool(query.get(name)) for name in PLACES) > 1:
        raise bad_request("Ask for a project, a domain or the system, not for two of them.")
    if query.get("user.id") and query.get("group.id"):
        raise bad_request("Ask for a user or a group, not for both.")
    if is_flag(query, "effective") and query.get("group.id"):
        raise bad_request("No group has an effective role; its members have.")
    if is_flag(query, "include_subtree") and not query.get("scope.project.id"):
        raise bad_request("A subtree needs a project.")


def _candidates(identity: Identity, query: Mapping[str, str]) -> Iterable[Grant]:
    user_id = query.get("user.id")
    if not user_id:
        return _placed(identity.grants, query)
    groups = (one.group_id for one in identity.memberships.find("user", user_id))
    held = [one for actor in (user_id, *groups) for one in identity.grants.find("actor", actor)]
    return _placed(held, query)


def _placed(grants: Iterable[Grant], query: Mapping[str, str]) -> Iterable[Grant]:
    """Leave out grants on the system unless they are asked for."""
    return (one for one in grants if one.target != "system" or query.get("scope.system"))


def _targets(identity: Identity, query: Mapping[str, str]) -> set[str] | None:
    if query.get("scope.system"):
        return {SYSTEM}
    target_id = query.get("scope.project.id") or query.get("scope.domain.id")
    if not target_id:
        return None
    project = identity.projects.get(target_id)
    if project is not None and is_flag(query, "include_subtree"):
        return {target_id, *(one.id for one in below(identity, project))}
    return {target_id}


def _is_asked_for(grant: Grant, query: Mapping[str, str], targets: set[str] | None) -> bool:
    actor_id = query.get(f"{grant.actor}.id")
    other = "group" if grant.actor == "user" else "user"
    return (
        (not actor_id or grant.actor_id == actor_id)
        and not query.get(f"{other}.id")
        and (not query.get("role.id") or grant.role_id == query["role.id"])
        and (targets is None or grant.target_id in targets)
    )


def _is_shown(identity: Identity, grant: Grant, domain_id: str | None) -> bool:
    if domain_id is None:
        return True
    target = identity.projects.get(grant.target_id)
    return target is not None and domain_id in {target.domain_id, target.id}


def _render(visit: Visit, one: Assignment) -> Row:
    grant, with_names = one.grant, is_flag(visit.call.query, "include_names")
    links = {"assignment": _address(visit, one.source)}
    if one.group_id:
        links["membership"] = visit.link("groups", one.group_id, "users", grant.actor_id)
    if one.prior_role_id:
        links["prior_role"] = visit.link("prior_role", one.prior_role_id, "implies", grant.role_id)
    role = visit.identity.role(grant.role_id)
    role_domain = visit.identity.projects.get(role.domain_id)
    named_role: Row = {"id": role.id, "name": role.name}
    if role_domain is not None:
        named_role["domain"] = {"id": role_domain.id, "name": role_domain.name}
    return {
        "links": links,
        "scope": _scope(visit, one, with_names=with_names),
        grant.actor: _actor(visit, grant, with_names=with_names),
        "role": named_role if with_names else {"id": role.id},
    }


def _address(visit: Visit, grant: Grant) -> str:
    place = ("system",) if grant.target == "system" else (f"{grant.target}s", grant.target_id)
    path = (*place, f"{grant.actor}s", grant.actor_id, "roles", grant.role_id)
    if grant.inherited:
        return visit.link("OS-INHERIT", *path, "inherited_to_projects")
    return visit.link(*path)


def _scope(visit: Visit, one: Assignment, *, with_names: bool) -> Row:
    grant = one.grant
    if grant.target == "system":
        return {"system": {"all": True}}
    target = visit.identity.project(grant.target_id)
    scope: Row = {grant.target: _place(visit, target) if with_names else {"id": target.id}}
    if one.source.inherited:
        scope["OS-INHERIT:inherited_to"] = "projects"
    return scope


def _place(visit: Visit, target: Project) -> Row:
    row: Row = {"id": target.id, "name": target.name}
    domain = visit.identity.projects.get(target.domain_id)
    return row if domain is None else {**row, "domain": {"id": domain.id, "name": domain.name}}


def _actor(visit: Visit, grant: Grant, *, with_names: bool) -> Row:
    if not with_names:
        return {"id": grant.actor_id}
    identity = visit.identity
    shelf = identity.users if grant.actor == "user" else identity.groups
    actor = shelf.get(grant.actor_id)
    if actor is None:
        return {"id": grant.actor_id}
    domain = identity.domain(actor.domain_id)
    return {
        "id": actor.id,
        "name": actor.name,
        "domain": {"id": domain.id, "name": domain.name},
    }


ACTIONS = (Action("GET", "/role_assignments", list_assignments),)
