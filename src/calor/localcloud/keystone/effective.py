"""Grants as they work out: groups become their members, what is inherited and implied is shown."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from calor.localcloud.keystone.assignments import ancestors
from calor.localcloud.keystone.identity import Identity
from calor.localcloud.keystone.records import Grant


@dataclass(frozen=True, slots=True)
class Assignment:
    """A grant, or what comes of one, and how it came about."""

    grant: Grant
    source: Grant
    """The grant that this comes from; itself if it was made."""
    group_id: str | None = None
    """The group that a user has it through."""
    prior_role_id: str | None = None


def granted(grants: Iterable[Grant]) -> Iterator[Assignment]:
    """Return grants as they were made."""
    return (Assignment(one, one) for one in grants)


def effective(identity: Identity, grants: Iterable[Grant]) -> Iterator[Assignment]:
    """Return what grants come to for each user and each place."""
    for source in grants:
        for placed in _places(identity, source):
            for one in _members(identity, placed):
                group_id = source.actor_id if source.actor == "group" else None
                yield from _implied(identity, Assignment(one, source, group_id))


def _places(identity: Identity, grant: Grant) -> Iterator[Grant]:
    if not grant.inherited:
        yield grant
        return
    for project in identity.projects:
        above = (one.id for one in ancestors(identity, project))
        if not project.is_domain and grant.target_id in above:
            yield replace(grant, target="project", target_id=project.id, inherited=False)


def _members(identity: Identity, grant: Grant) -> Iterator[Grant]:
    if grant.actor == "user":
        yield grant
        return
    for one in identity.memberships.find("group", grant.actor_id):
        yield replace(grant, actor="user", actor_id=one.user_id)


def _implied(identity: Identity, first: Assignment) -> Iterator[Assignment]:
    waiting, seen = [first], {first.grant.role_id}
    while waiting:
        one = waiting.pop(0)
        yield one
        for link in identity.implications.find("prior", one.grant.role_id):
            if link.implied_id not in seen:
                seen.add(link.implied_id)
                grant = replace(one.grant, role_id=link.implied_id)
                waiting.append(Assignment(grant, one.grant, one.group_id, link.prior_id))
