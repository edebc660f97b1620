"""What goes when something goes."""

from dataclasses import replace

from calor.localcloud.keystone.identity import Identity
from calor.localcloud.keystone.records import Grant, Project, Trust


def revoke_user(identity: Identity, user_id: str) -> None:
    """Revoke all tokens of a user."""
    identity.revocations.revoke_user(user_id, identity.now())


def delete_user(identity: Identity, user_id: str) -> None:
    """Delete a user with all that was the user's."""
    for grant in identity.grants.find("actor", user_id):
        identity.grants.drop(grant.id)
    for membership in identity.memberships.find("user", user_id):
        identity.memberships.drop(membership.id)
    for index in ("trustor", "trustee"):
        for trust in identity.trusts.find(index, user_id):
            delete_trust(identity, trust)
    for held in identity.application_credentials.find("user", user_id):
        identity.application_credentials.drop(held.id)
    for credential in identity.credentials.find("user", user_id):
        identity.credentials.drop(credential.id)
    identity.users.drop(user_id)


def delete_group(identity: Identity, group_id: str) -> None:
    """Delete a group; its members lose what they had through it."""
    for grant in identity.grants.find("actor", group_id):
        revoke_grant(identity, grant)
    for membership in identity.memberships.find("group", group_id):
        identity.memberships.drop(membership.id)
    identity.groups.drop(group_id)


def delete_project(identity: Identity, project: Project) -> None:
    """Delete a project with the grants, trusts and credentials that are for it."""
    for grant in identity.grants.find("target", project.id):
        identity.grants.drop(grant.id)
    for trust in identity.trusts.find("project", project.id):
        delete_trust(identity, trust)
    for credential in identity.credentials.find("project", project.id):
        identity.credentials.drop(credential.id)
    for held in identity.application_credentials.find("project", project.id):
        identity.application_credentials.drop(held.id)
    for user in identity.users.find("domain", project.domain_id):
        if user.default_project_id == project.id:
            identity.users.put(replace(user, default_project_id=None))
    identity.projects.drop(project.id)


def delete_domain(identity: Identity, domain: Project) -> None:
    """Delete a domain with everything in it."""
    for user in identity.users.find("domain", domain.id):
        delete_user(identity, user.id)
    for group in identity.groups.find("domain", domain.id):
        delete_group(identity, group.id)
    for project in identity.projects:
        if project.domain_id == domain.id:
            delete_project(identity, project)
    for role in identity.roles.find("domain", domain.id):
        delete_role(identity, role.id)
    delete_project(identity, domain)


def delete_role(identity: Identity, role_id: str) -> None:
    """Delete a role; whoever had it loses it."""
    for grant in identity.grants.find("role", role_id):
        revoke_grant(identity, grant)
    for one in identity.implications:
        if role_id in {one.prior_id, one.implied_id}:
            identity.implications.drop(one.id)
    identity.roles.drop(role_id)


def revoke_grant(identity: Identity, grant: Grant) -> None:
    """Take a role away, with the application credentials for the project it was on."""
    identity.grants.drop(grant.id)
    members = [one.user_id for one in identity.memberships.find("group", grant.actor_id)]
    for user_id in [grant.actor_id] if grant.actor == "user" else members:
        for held in identity.application_credentials.find("user", user_id):
            if held.project_id == grant.target_id:
                identity.application_credentials.drop(held.id)


def delete_trust(identity: Identity, trust: Trust) -> None:
    """Delete a trust and those that were redelegated from it."""
    for below in identity.trusts.find("parent", trust.id):
        delete_trust(identity, below)
    identity.trusts.drop(trust.id)
