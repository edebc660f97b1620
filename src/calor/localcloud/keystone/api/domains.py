"""Domains."""

from calor.localcloud.frame.call import NO_CONTENT, Reply
from calor.localcloud.frame.refusal import forbidden
from calor.localcloud.keystone.api.projects import (
    changed_project,
    new_domain,
    render_domain,
    require_mutable,
)
from calor.localcloud.keystone.deletion import delete_domain
from calor.localcloud.keystone.listing import collection
from calor.localcloud.keystone.visit import Action, Visit


def list_domains(visit: Visit) -> Reply:
    """List domains, or the caller's own if the token is for one."""
    caller = visit.access
    caller.require(caller.reads(caller.domain_id))
    found = (
        render_domain(visit, one)
        for one in visit.identity.projects
        if one.is_domain and caller.domain_id in {None, one.id}
    )
    return collection(visit, "domains", found, ("enabled", "name"))


def create_domain(visit: Visit) -> Reply:
    """Make a domain."""
    domain = new_domain(visit, visit.call.member("domain"))
    return Reply(201, {"domain": render_domain(visit, domain)})


def show_domain(visit: Visit) -> Reply:
    """Show a domain to its administrator and to those in it."""
    caller, domain_id = visit.access, visit.param("domain_id")
    home = caller.standing.project_domain
    caller.require(
        caller.is_system_reader or domain_id in {caller.domain_id, home.id if home else None}
    )
    return Reply(200, {"domain": render_domain(visit, visit.identity.domain(domain_id))})


def update_domain(visit: Visit) -> Reply:
    """Change a domain."""
    visit.access.require(visit.access.is_admin)
    domain = visit.identity.domain(visit.param("domain_id"))
    changed = changed_project(visit.identity, domain, visit.call.member("domain"))
    return Reply(200, {"domain": render_domain(visit, changed)})


def remove_domain(visit: Visit) -> Reply:
    """Delete a disabled domain with everything in it."""
    visit.access.require(visit.access.is_admin)
    domain = visit.identity.domain(visit.param("domain_id"))
    require_mutable(domain.options)
    if domain.enabled:
        raise forbidden("The domain is enabled; disable it first.")
    delete_domain(visit.identity, domain)
    return NO_CONTENT


ACTIONS = (
    Action("GET", "/domains", list_domains),
    Action("POST", "/domains", create_domain),
    Action("GET", "/domains/{domain_id}", show_domain),
    Action("PATCH", "/domains/{domain_id}", update_domain),
    Action("DELETE", "/domains/{domain_id}", remove_domain),
)
