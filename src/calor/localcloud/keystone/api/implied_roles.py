"""Which role implies which."""

from calor.localcloud.frame.call import NO_CONTENT, Reply
from calor.localcloud.frame.refusal import conflict, forbidden, not_found
from calor.localcloud.keystone.assignments import closure
from calor.localcloud.keystone.listing import Row
from calor.localcloud.keystone.records import Implication, Role
from calor.localcloud.keystone.visit import Action, Visit


def _named(visit: Visit, role: Role) -> Row:
    return {
        "id": role.id,
        "name": role.name,
        "links": {"self": visit.link("roles", role.id)},
    }


def _prior(visit: Visit) -> Role:
    return visit.identity.role(visit.param("role_id"))


def _inference(visit: Visit, prior: Role) -> Row:
    held = visit.identity.implications.find("prior", prior.id)
    implied = [_named(visit, visit.identity.role(one.implied_id)) for one in held]
    return {"prior_role": _named(visit, prior), "implies": implied}


def list_inferences(visit: Visit) -> Reply:
    """List every role that implies others."""
    visit.access.require(visit.access.is_system_reader)
    priors = dict.fromkeys(one.prior_id for one in visit.identity.implications)
    rows = [_inference(visit, visit.identity.role(one)) for one in priors]
    return Reply(200, {"role_inferences": rows})


def list_implied(visit: Visit) -> Reply:
    """List what a role implies."""
    visit.access.require(visit.access.is_system_reader)
    prior = _prior(visit)
    link = visit.link("roles", prior.id, "implies")
    return Reply(200, {"role_inference": _inference(visit, prior), "links": {"self": link}})


def _one(visit: Visit) -> Implication:
    implied = visit.identity.role(visit.param("implied_id"))
    return Implication(_prior(visit).id, implied.id)


def _shown(visit: Visit, one: Implication, status: int) -> Reply:
    identity = visit.identity
    prior, implied = identity.role(one.prior_id), identity.role(one.implied_id)
    body = {"prior_role": _named(visit, prior), "implies": _named(visit, implied)}
    link = visit.link("roles", prior.id, "implies", implied.id)
    return Reply(status, {"role_inference": body, "links": {"self": link}})


def show_implied(visit: Visit) -> Reply:
    """Tell whether a role implies another."""
    visit.access.require(visit.access.is_system_reader)
    one = _one(visit)
    if one.id not in visit.identity.implications:
        raise not_found("implied role", one.implied_id)
    return NO_CONTENT if visit.call.method == "HEAD" else _shown(visit, one, 200)


def add_implied(visit: Visit) -> Reply:
    """Let a role imply another."""
    visit.access.require(visit.access.is_admin)
    one = _one(visit)
    if visit.identity.role(one.implied_id).name == "admin":
        raise forbidden("Nothing may imply the administrator's role.")
    if one.prior_id in closure(visit.identity, [one.implied_id]):
        raise forbidden("The two roles would imply each other.")
    if one.id in visit.identity.implications:
        raise conflict("The role implies the other one already.")
    visit.identity.implications.put(one)
    return _shown(visit, one, 201)


def remove_implied(visit: Visit) -> Reply:
    """Let a role imply another no longer."""
    visit.access.require(visit.access.is_admin)
    one = _one(visit)
    if one.id not in visit.identity.implications:
        raise not_found("implied role", one.implied_id)
    visit.identity.implications.drop(one.id)
    return NO_CONTENT


ACTIONS = (
    Action("GET", "/role_inferences", list_inferences),
    Action("GET", "/roles/{role_id}/implies", list_implied),
    Action("GET", "/roles/{role_id}/implies/{implied_id}", show_implied),
    Action("PUT", "/roles/{role_id}/implies/{implied_id}", add_implied),
    Action("DELETE", "/roles/{role_id}/implies/{implied_id}", remove_implied),
)
