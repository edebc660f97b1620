"""Trusts."""

from typing import Any

from calor.localcloud.frame.call import NO_CONTENT, Reply
from calor.localcloud.frame.refusal import bad_request, conflict, forbidden, not_found
from calor.localcloud.keystone.access import Access
from calor.localcloud.keystone.api.roles import render_role
from calor.localcloud.keystone.assignments import roles_at
from calor.localcloud.keystone.deletion import delete_trust
from calor.localcloud.keystone.fields import Field, checked, extras
from calor.localcloud.keystone.identity import Identity, new_id
from calor.localcloud.keystone.listing import Row, collection
from calor.localcloud.keystone.moments import iso, parse
from calor.localcloud.keystone.records import Trust
from calor.localcloud.keystone.redelegation import redelegated
from calor.localcloud.keystone.visit import Action, Visit

FIELDS = {
    "trustor_user_id": Field(str, required=True, longest=255),
    "trustee_user_id": Field(str, required=True, longest=255),
    "impersonation": Field(bool, required=True),
    "project_id": Field(str, nullable=True, longest=64),
    "remaining_uses": Field(int, nullable=True),
    "expires_at": Field(str, nullable=True, longest=64),
    "allow_redelegation": Field(bool, nullable=True),
    "redelegation_count": Field(int, nullable=True),
    "redelegated_trust_id": Field(str, nullable=True, longest=64),
    "roles": Field(list),
}
KNOWN = frozenset(FIELDS) | {"id", "links", "roles_links", "deleted_at"}


def _render(visit: Visit, one: Trust) -> Row:
    return {
        "id": one.id,
        "trustor_user_id": one.trustor_user_id,
        "trustee_user_id": one.trustee_user_id,
        "project_id": one.project_id,
        "impersonation": one.impersonation,
        "deleted_at": None,
        "expires_at": None if one.expires_at is None else iso(one.expires_at),
        "remaining_uses": one.remaining_uses,
        "redelegation_count": one.redelegation_count,
        "redelegated_trust_id": one.redelegated_trust_id,
        **one.extra,
        "links": {"self": visit.link("OS-TRUST", "trusts", one.id)},
    }


def _render_whole(visit: Visit, one: Trust) -> Row:
    link = visit.link("OS-TRUST", "trusts", one.id, "roles")
    links = {"self": link, "next": None, "previous": None}
    return {**_render(visit, one), "roles": _roles(visit, one), "roles_links": links}


def _roles(visit: Visit, one: Trust) -> list[Row]:
    found = (visit.identity.roles.get(role_id) for role_id in one.role_ids)
    return [render_role(visit, role) for role in found if role is not None]


def _caller(visit: Visit) -> Access:
    caller = visit.access
    if caller.standing.application_credential is not None:
        raise forbidden("Trusts are not open to application credentials.")
    return caller


def create_trust(visit: Visit) -> Reply:
    """Let the trustor give a trustee leave to act."""
    identity, caller = visit.identity, _caller(visit)
    body = checked(visit.call.member("trust"), FIELDS)
    if caller.user_id != body["trustor_user_id"]:
        raise forbidden("Only the trustor can make a trust.")
    if body.get("project_id") and not body.get("roles"):
        raise forbidden("A trust must hand on at least one role.")
    identity.user(body["trustee_user_id"])
    above = _source(identity, caller)
    trust = Trust(
        id=new_id(),
        trustor_user_id=caller.user_id,
        trustee_user_id=body["trustee_user_id"],
        impersonation=body["impersonation"],
        project_id=body.get("project_id") or None,
        role_ids=_role_ids(identity, body, above, caller),
        expires_at=_expiry(identity, body),
        remaining_uses=_uses(body),
        extra=extras(body, KNOWN),
    )
    trust = redelegated(identity, trust, body, above)
    _require_new(identity, trust)
    identity.trusts.put(trust)
    return Reply(201, {"trust": _render_whole(visit, trust)})


def _require_new(identity: Identity, trust: Trust) -> None:
    """Refuse a second trust that would be over at the same moment as an equal one."""

    def essence(one: Trust) -> tuple[object, ...]:
        return one.trustee_user_id, one.project_id, one.impersonation, one.expires_at

    held = identity.trusts.find("trustor", trust.trustor_user_id)
    if trust.expires_at is not None and essence(trust) in map(essence, held):
        raise conflict("There is such a trust already.")


def _source(identity: Identity, caller: Access) -> Trust | None:
    trust_id = caller.standing.token.scope.trust_id
    return identity.trusts.get(trust_id) if trust_id else None


def _uses(body: Row) -> int | None:
    uses: int | None = body.get("remaining_uses")
    if uses is not None and uses < 1:
        raise bad_request("'remaining_uses' must be at least 1.")
    return uses


def _expiry(identity: Identity, body: Row) -> float | None:
    if body.get("expires_at") is None:
        return None
    moment = parse(body["expires_at"])
    if moment <= identity.now():
        raise bad_request("'expires_at' is in the past.")
    return moment


def _role_ids(
    identity: Identity, body: Row, above: Trust | None, caller: Access
) -> tuple[str, ...]:
    asked = [role_id_of(identity, one) for one in body.get("roles", [])]
    if not body.get("project_id"):
        return ()
    project = identity.project(body["project_id"])
    first = above
    while first is not None and first.redelegated_trust_id:
        first = identity.trusts.get(first.redelegated_trust_id)
    trustor_id = first.trustor_user_id if first else caller.user_id
    held = roles_at(identity, trustor_id, project.id)
    for role_id in asked:
        if role_id not in held:
            raise not_found("role", role_id)
    return tuple(dict.fromkeys(asked))


def role_id_of(identity: Identity, one: Any) -> str:
    """Return the id of a role that a body names by id or name."""
    if isinstance(one, dict) and isinstance(one.get("id"), str):
        return str(one["id"])
    if isinstance(one, dict) and isinstance(one.get("name"), str):
        role = identity.named_role(one["name"])
        if role is None:
            raise not_found("role", one["name"])
        return role.id
    raise bad_request("A role needs an 'id' or a 'name'.")


def list_trusts(visit: Visit) -> Reply:
    """List trusts: one's own by trustor or trustee, or all as an administrator."""
    identity, caller, query = visit.identity, _caller(visit), visit.call.query
    trustor, trustee = query.get("trustor_user_id"), query.get("trustee_user_id")
    caller.require(caller.is_system_reader or caller.user_id == (trustor or trustee))
    if trustor:
        found = identity.trusts.find("trustor", trustor)
    elif trustee:
        found = identity.trusts.find("trustee", trustee)
    else:
        found = list(identity.trusts)
    now = identity.now()
    rows = [_render(visit, one) for one in found if not one.expires_at or one.expires_at > now]
    return collection(visit, "trusts", rows, ("trustor_user_id", "trustee_user_id"))


def _is_usable(trust: Trust, now: float) -> bool:
    is_over = trust.expires_at is not None and trust.expires_at <= now
    return not is_over and trust.remaining_uses != 0


def _found(visit: Visit) -> Trust:
    trust = visit.identity.trusts.get(visit.param("trust_id"))
    if trust is None or not _is_usable(trust, visit.identity.now()):
        raise not_found("trust", visit.param("trust_id"))
    return trust


def _readable(visit: Visit) -> Trust:
    caller, trust = _caller(visit), _found(visit)
    own = caller.user_id in {trust.trustor_user_id, trust.trustee_user_id}
    caller.require(caller.is_system_reader or own)
    return trust


def show_trust(visit: Visit) -> Reply:
    """Show a trust to its trustor and trustee."""
    return Reply(200, {"trust": _render_whole(visit, _readable(visit))})


def remove_trust(visit: Visit) -> Reply:
    """Delete a trust with its tokens and what was redelegated from it."""
    caller, trust = _caller(visit), _found(visit)
    caller.require(caller.is_admin or caller.user_id == trust.trustor_user_id)
    delete_trust(visit.identity, trust)
    return NO_CONTENT


def list_trust_roles(visit: Visit) -> Reply:
    """List the roles that a trust hands on."""
    shown = _render_whole(visit, _readable(visit))
    return Reply(200, {"roles": shown["roles"], "links": shown["roles_links"]})


def show_trust_role(visit: Visit) -> Reply:
    """Show one role that a trust hands on."""
    trust, role_id = _readable(visit), visit.param("role_id")
    if role_id not in trust.role_ids:
        raise not_found("role", role_id)
    return Reply(200, {"role": render_role(visit, visit.identity.role(role_id))})


ACTIONS = (
    Action("GET", "/OS-TRUST/trusts", list_trusts),
    Action("POST", "/OS-TRUST/trusts", create_trust),
    Action("GET", "/OS-TRUST/trusts/{trust_id}", show_trust),
    Action("DELETE", "/OS-TRUST/trusts/{trust_id}", remove_trust),
    Action("GET", "/OS-TRUST/trusts/{trust_id}/roles", list_trust_roles),
    Action("GET", "/OS-TRUST/trusts/{trust_id}/roles/{role_id}", show_trust_role),
)
