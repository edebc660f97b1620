"""Tokens over HTTP: get, look at, check and give back; and what a token opens."""

from calor.localcloud.frame.call import NO_CONTENT, Reply
from calor.localcloud.frame.refusal import Refusal
from calor.localcloud.keystone.access import Access
from calor.localcloud.keystone.api.projects import render_domain, render_project
from calor.localcloud.keystone.assignments import SYSTEM, grants_to, roles_at
from calor.localcloud.keystone.authentication import log_in
from calor.localcloud.keystone.catalog import catalog
from calor.localcloud.keystone.identity import Identity
from calor.localcloud.keystone.listing import collection
from calor.localcloud.keystone.records import Project
from calor.localcloud.keystone.rendering import token_body
from calor.localcloud.keystone.tokens import InvalidToken
from calor.localcloud.keystone.visit import Action, Visit


def create_token(visit: Visit) -> Reply:
    """Log somebody in."""
    text, standing = log_in(visit.identity, visit.call.json)
    with_catalog = "nocatalog" not in visit.call.query
    body = token_body(visit.identity, standing, with_catalog=with_catalog)
    return Reply(201, body, {"X-Subject-Token": text, "Vary": "X-Auth-Token"})


def _subject(visit: Visit) -> tuple[str, Access]:
    text = visit.call.headers.get("x-subject-token")
    if not text:
        caller = visit.access
        caller.require(caller.is_service or caller.is_system_reader)
        raise Refusal(404, "Name the token in the header X-Subject-Token.")
    try:
        return text, visit.gate.access(text)
    except InvalidToken:
        raise Refusal(404, "The token is not valid.") from None


def show_token(visit: Visit) -> Reply:
    """Tell what a token is worth, to its owner or to a service."""
    caller = visit.access
    text, subject = _subject(visit)
    own = subject.standing.token.user_id == caller.standing.token.user_id
    caller.require(caller.is_service or caller.is_system_reader or own)
    with_catalog = "nocatalog" not in visit.call.query
    body = token_body(visit.identity, subject.standing, with_catalog=with_catalog)
    return Reply(200, body, {"X-Subject-Token": text, "Vary": "X-Auth-Token"})


def revoke_token(visit: Visit) -> Reply:
    """Let a token be good no longer."""
    caller = visit.access
    text, subject = _subject(visit)
    own = subject.standing.token.user_id == caller.standing.token.user_id
    caller.require(caller.is_admin or own)
    revoke(visit.identity, text)
    return NO_CONTENT


def revoke(identity: Identity, text: str) -> None:
    """Revoke one token, if it is one."""
    try:
        token = identity.tokens.opened(text)
    except InvalidToken:
        return
    identity.revocations.revoke_token(token, identity.now())


def show_catalog(visit: Visit) -> Reply:
    """Show the catalog of the caller's own token."""
    caller = visit.access
    scope = caller.standing.token.scope
    if not (scope.project_id or scope.domain_id or scope.system):
        raise Refusal(403, "A token without a scope has no catalog.")
    found = catalog(visit.identity, caller.user_id, scope.project_id)
    return Reply(200, {"catalog": found, "links": {"self": visit.link("auth", "catalog")}})


def places(identity: Identity, user_id: str, *, domains: bool) -> list[Project]:
    """Return the enabled projects, or domains, where a user has a role."""
    targets = {grant.target_id for grant in grants_to(identity, user_id)}
    if any(grant.inherited for grant in grants_to(identity, user_id)):
        targets.update(one.id for one in identity.projects)
    found = (identity.projects.get(one) for one in sorted(targets))
    return [
        one
        for one in found
        if one is not None
        and one.is_domain == domains
        and one.enabled
        and roles_at(identity, user_id, one.id)
    ]


def list_projects(visit: Visit) -> Reply:
    """List the projects that the caller can log in to."""
    found = places(visit.identity, visit.access.user_id, domains=False)
    return collection(visit, "projects", [render_project(visit, one) for one in found])


def list_domains(visit: Visit) -> Reply:
    """List the domains that the caller can log in to."""
    found = places(visit.identity, visit.access.user_id, domains=True)
    return collection(visit, "domains", [render_domain(visit, one) for one in found])


def list_systems(visit: Visit) -> Reply:
    """Tell whether the caller can log in to the system."""
    roles = roles_at(visit.identity, visit.access.user_id, SYSTEM)
    body = {
        "system": [{"all": True}] if roles else [],
        "links": {"self": visit.link("auth", "system")},
    }
    return Reply(200, body)


ACTIONS = (
    Action("POST", "/auth/tokens", create_token),
    Action("GET", "/auth/tokens", show_token),
    Action("DELETE", "/auth/tokens", revoke_token),
    Action("GET", "/auth/catalog", show_catalog),
    Action("GET", "/auth/projects", list_projects),
    Action("GET", "/auth/domains", list_domains),
    Action("GET", "/auth/system", list_systems),
)
