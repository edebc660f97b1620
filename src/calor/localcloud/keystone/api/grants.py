"""Grants: roles of users and groups on projects, domains and the system."""

from collections.abc import Callable
from functools import partial
from typing import Literal

from calor.localcloud.frame.call import NO_CONTENT, Reply
from calor.localcloud.frame.refusal import forbidden, not_found
from calor.localcloud.keystone.api.roles import render_role
from calor.localcloud.keystone.assignments import SYSTEM
from calor.localcloud.keystone.deletion import revoke_grant
from calor.localcloud.keystone.identity import present
from calor.localcloud.keystone.listing import collection
from calor.localcloud.keystone.records import Grant, Target
from calor.localcloud.keystone.visit import Action, Visit

Actor = Literal["user", "group"]
MANAGER_MAY_GRANT = {"manager", "member", "reader"}


class Place:
    """An address of grants: of which kind of actor, on which kind of target, inherited or not."""

    def __init__(self, actor: Actor, target: Target, *, inherited: bool = False) -> None:
        self.actor: Actor = actor
        self.target: Target = target
        self.inherited = inherited

    def actor_domain(self, visit: Visit) -> str | None:
        """Return the domain of the user or group, if there is one."""
        shelf = visit.identity.users if self.actor == "user" else visit.identity.groups
        found = shelf.get(visit.param("actor_id"))
        return found.domain_id if found else None

    def target_domain(self, visit: Visit) -> str | None:
        """Return the domain of the target, if there is one."""
        if self.target == "system":
            return None
        found = visit.identity.projects.get(visit.param("target_id"))
        return (found.domain_id or found.id) if found else None

    def check(self, visit: Visit, *, change: bool) -> None:
        """Refuse a caller who may not look at, or change, grants here."""
        caller = visit.access
        domains = {self.actor_domain(visit), self.target_domain(visit)}
        may = caller.manages if change else caller.reads
        caller.require(all(may(one) for one in domains))
        role = visit.identity.roles.get(visit.call.params.get("role_id"))
        if change and not caller.is_admin and role is not None:
            is_own = role.domain_id in {None, caller.domain_id}
            caller.require(("admin" in caller.roles and is_own) or role.name in MANAGER_MAY_GRANT)

    def grant(self, visit: Visit) -> Grant:
        """Return the grant that an address names, whether or not it is there."""
        self.ends(visit)
        role = visit.identity.role(visit.param("role_id"))
        return self._grant(visit, role.id)

    def _grant(self, visit: Visit, role_id: str) -> Grant:
        actor_id, target_id = self.ends(visit)
        return Grant(self.actor, actor_id, self.target, target_id, role_id, self.inherited)

    def ends(self, visit: Visit) -> tuple[str, str]:
        """Return actor and target, both of which must be there."""
        identity, actor_id = visit.identity, visit.param("actor_id")
        if self.actor == "user":
            identity.user(actor_id)
        else:
            present(identity.groups, "group", actor_id)
        if self.target == "system":
            return actor_id, SYSTEM
        target_id = visit.param("target_id")
        find = identity.domain if self.target == "domain" else identity.project
        return actor_id, find(target_id).id


def list_grants(place: Place, visit: Visit) -> Reply:
    """List the roles granted at an address."""
    place.check(visit, change=False)
    actor_id, target_id = place.ends(visit)
    found = (
        visit.identity.role(grant.role_id)
        for grant in visit.identity.grants.find("actor", actor_id)
        if (grant.target, grant.target_id) == (place.target, target_id)
        and grant.inherited == place.inherited
    )
    return collection(visit, "roles", [render_role(visit, role) for role in found], ("name",))


def check_grant(place: Place, visit: Visit) -> Reply:
    """Tell whether a role is granted."""
    place.check(visit, change=False)
    if place.grant(visit).id not in visit.identity.grants:
        raise not_found("grant of role", visit.param("role_id"))
    return NO_CONTENT


def add_grant(place: Place, visit: Visit) -> Reply:
    """Grant a role."""
    place.check(visit, change=True)
    grant = place.grant(visit)
    role = visit.identity.role(grant.role_id)
    if role.domain_id is not None and role.domain_id != place.target_domain(visit):
        raise forbidden("A domain's own role can only be granted within the domain.")
    visit.identity.grants.put(grant)
    return NO_CONTENT


def remove_grant(place: Place, visit: Visit) -> Reply:
    """Take a role away."""
    place.check(visit, change=True)
    grant = place.grant(visit)
    if grant.id not in visit.identity.grants:
        raise not_found("grant of role", grant.role_id)
    revoke_grant(visit.identity, grant)
    return NO_CONTENT


def _actions(place: Place, path: str, suffix: str = "") -> list[Action]:
    def at(handler: Callable[[Place, Visit], Reply]) -> Callable[[Visit], Reply]:
        return partial(handler, place)

    one = f"{path}/roles/{{role_id}}{suffix}"
    return [
        Action("GET", f"{path}/roles{suffix}", at(list_grants)),
        Action("GET", one, at(check_grant)),
        Action("PUT", one, at(add_grant)),
        Action("DELETE", one, at(remove_grant)),
    ]


def _all_actions() -> list[Action]:
    actions: list[Action] = []
    actors: tuple[Actor, ...] = ("user", "group")
    targets: tuple[Target, ...] = ("project", "domain")
    for actor in actors:
        end = f"{actor}s/{{actor_id}}"
        actions += _actions(Place(actor, "system"), f"/system/{end}")
        for target in targets:
            path = f"/{target}s/{{target_id}}/{end}"
            actions += _actions(Place(actor, target), path)
            heir = Place(actor, target, inherited=True)
            listed, *rest = _actions(heir, f"/OS-INHERIT{path}", "/inherited_to_projects")
            # What is inherited from a project can be looked at, but not listed.
            actions += [listed, *rest] if target == "domain" else rest
    return actions


ACTIONS = tuple(_all_actions())
