"""What every local cloud has from its first start: domains, projects, roles, users, a region."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from calor.localcloud.keystone.assignments import SYSTEM
from calor.localcloud.keystone.identity import Identity, new_id
from calor.localcloud.keystone.records import (
    Grant,
    Implication,
    Project,
    Region,
    Role,
    Target,
    User,
)

DEFAULT_DOMAIN = "default"
REGION = "RegionOne"
IMMUTABLE = ("admin", "manager", "member", "reader", "service")
ROLES = (*IMMUTABLE, "heat_stack_owner", "heat_stack_user")
IMPLIED = (("admin", "manager"), ("manager", "member"), ("member", "reader"))
PROJECTS = ("admin", "demo", "service")
DEFAULT_PROJECTS = {"demo": "demo", "heat": "service"}
GRANTS: tuple[tuple[str, Target, str, str], ...] = (
    ("admin", "project", "admin", "admin"),
    ("admin", "project", "demo", "admin"),
    ("admin", "system", SYSTEM, "admin"),
    ("demo", "project", "demo", "member"),
    ("demo", "project", "demo", "reader"),
    ("demo", "project", "demo", "heat_stack_owner"),
    ("heat", "project", "service", "admin"),
    ("heat", "project", "service", "service"),
    ("heat_domain_admin", "domain", "heat", "admin"),
)
"""Who has which role where."""


def is_seeded(identity: Identity) -> bool:
    """Return whether an identity service was seeded before."""
    return DEFAULT_DOMAIN in identity.projects


def seed(identity: Identity, passwords: Mapping[str, str]) -> None:
    """Put the first things into an identity service that has nothing yet."""
    if is_seeded(identity):
        return
    ids = {SYSTEM: SYSTEM, "Default": DEFAULT_DOMAIN, "heat": new_id()}
    for name in ("Default", "heat"):
        _domain(identity, ids[name], name)
    for name in PROJECTS:
        ids[f"project {name}"] = _project(identity, name)
    roles = {name: _role(identity, name) for name in ROLES}
    for prior, implied in IMPLIED:
        identity.implications.put(Implication(roles[prior], roles[implied]))
    users = {name: _user(identity, name, secret, ids) for name, secret in passwords.items()}
    actor: Literal["user"] = "user"
    for user, target, place, role in GRANTS:
        target_id = ids[f"project {place}"] if target == "project" else ids[place]
        identity.grants.put(Grant(actor, users[user], target, target_id, roles[role]))
    identity.regions.put(Region(REGION))


def reset_passwords(identity: Identity, passwords: Mapping[str, str]) -> None:
    """Give the accounts these passwords, as after the file with the old ones was lost."""
    stack_domains = identity.projects.find("name", (None, "heat"))
    for name, password in passwords.items():
        homes = stack_domains if name == "heat_domain_admin" else [identity.domain(DEFAULT_DOMAIN)]
        for user in (one for home in homes for one in identity.users.find("name", (home.id, name))):
            identity.users.put(replace(user, secret=identity.passwords.hashed(password)))


def _domain(identity: Identity, domain_id: str, name: str) -> None:
    about = "The default domain" if name == "Default" else "Owns users and projects of stacks"
    identity.projects.put(Project(domain_id, name, None, None, about, is_domain=True))


def _project(identity: Identity, name: str) -> str:
    project = Project(new_id(), name, DEFAULT_DOMAIN, DEFAULT_DOMAIN)
    identity.projects.put(project)
    return project.id


def _role(identity: Identity, name: str) -> str:
    options = {"immutable": True} if name in IMMUTABLE else {}
    role = Role(new_id(), name, options=options)
    identity.roles.put(role)
    return role.id


def _user(identity: Identity, name: str, password: str, ids: Mapping[str, str]) -> str:
    domain_id = ids["heat"] if name == "heat_domain_admin" else DEFAULT_DOMAIN
    secret = identity.passwords.hashed(password)
    project_id = ids.get(f"project {DEFAULT_PROJECTS.get(name)}")
    user = User(new_id(), name, domain_id, default_project_id=project_id, secret=secret)
    identity.users.put(user)
    return user.id
