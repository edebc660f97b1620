"""Which roles somebody has somewhere: granted, through a group, inherited or implied."""

from collections.abc import Iterable, Iterator

from calor.localcloud.keystone.identity import Identity
from calor.localcloud.keystone.records import Grant, Project, Role

SYSTEM = "system"


def ancestors(identity: Identity, project: Project) -> Iterator[Project]:
    """Return what a project hangs under, nearest first, its domain last."""
    parent = identity.projects.get(project.parent_id)
    while parent is not None:
        yield parent
        parent = identity.projects.get(parent.parent_id)


def grants_to(identity: Identity, user_id: str) -> Iterator[Grant]:
    """Return a user's own grants and those of the user's groups."""
    yield from identity.grants.find("actor", user_id)
    for one in identity.memberships.find("user", user_id):
        yield from identity.grants.find("actor", one.group_id)


def is_in_force(grant: Grant, target_id: str, above: frozenset[str]) -> bool:
    """Return whether a grant counts on a target that hangs under others."""
    return grant.target_id in above if grant.inherited else grant.target_id == target_id


def closure(identity: Identity, role_ids: Iterable[str]) -> dict[str, Role]:
    """Return roles together with all that they imply."""
    found: dict[str, Role] = {}
    waiting = list(role_ids)
    while waiting:
        role = identity.roles.get(waiting.pop(0))
        if role is not None and role.id not in found:
            found[role.id] = role
            waiting += [one.implied_id for one in identity.implications.find("prior", role.id)]
    return found


def roles_at(identity: Identity, user_id: str, target_id: str) -> dict[str, Role]:
    """Return all roles a user has on a project, a domain or the system, by id."""
    target = identity.projects.get(target_id)
    above = frozenset(one.id for one in ancestors(identity, target)) if target else frozenset()
    granted = (
        grant.role_id
        for grant in grants_to(identity, user_id)
        if is_in_force(grant, target_id, above)
    )
    return closure(identity, granted)


def visible(roles: Iterable[Role]) -> list[Role]:
    """Return the roles that a token shows: a domain's own roles only imply others."""
    return [role for role in roles if role.domain_id is None]
