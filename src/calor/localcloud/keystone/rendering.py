"""A token's body."""

from collections.abc import Iterable
from typing import Any

from calor.localcloud.keystone.catalog import catalog
from calor.localcloud.keystone.identity import Identity
from calor.localcloud.keystone.moments import iso
from calor.localcloud.keystone.records import Project, Role
from calor.localcloud.keystone.standing import Standing


def token_body(identity: Identity, standing: Standing, *, with_catalog: bool) -> dict[str, Any]:
    """Return what the service tells about a token."""
    token, user = standing.token, standing.user
    body: dict[str, Any] = {
        "methods": token.methods,
        "user": {
            "domain": _named(standing.user_domain),
            "id": user.id,
            "name": user.name,
            "password_expires_at": None,
        },
        "audit_ids": token.audit_ids,
        "expires_at": iso(token.expires_at),
        "issued_at": iso(token.issued_at),
        **_scope(standing),
    }
    if with_catalog and _is_scoped(standing):
        body["catalog"] = catalog(identity, user.id, token.scope.project_id)
    held = standing.application_credential
    if held is not None:
        restricted = not held.unrestricted
        body["application_credential"] = {
            "id": held.id, "name": held.name, "restricted": restricted,
        }  # fmt: skip
    return {"token": body}


def _named(one: Project) -> dict[str, str]:
    return {"id": one.id, "name": one.name}


def _is_scoped(standing: Standing) -> bool:
    scope = standing.token.scope
    return bool(scope.system or scope.project_id or scope.domain_id or scope.trust_id)


def _scope(standing: Standing) -> dict[str, Any]:
    roles = [{"id": role.id, "name": role.name} for role in standing.roles]
    if standing.token.scope.system:
        return {"roles": roles, "system": {"all": True}}
    if standing.domain is not None:
        return {"domain": _named(standing.domain), "roles": roles}
    if standing.trust is not None:
        return {**_trust(standing), **_project(standing), "roles": whole_roles(standing.roles)}
    if standing.project is not None:
        is_domain = standing.project.is_domain
        return {**_project(standing), "is_domain": is_domain, "roles": roles}
    return {}


def whole_roles(roles: Iterable[Role]) -> list[dict[str, Any]]:
    """Show roles with all that is known about them, as those of a trust are."""
    return [
        {
            "id": role.id,
            "name": role.name,
            "domain_id": role.domain_id,
            "description": role.description,
            "options": role.options,
        }
        for role in roles
    ]


def _project(standing: Standing) -> dict[str, Any]:
    if standing.project is None or standing.project_domain is None:
        return {}
    return {"project": {"domain": _named(standing.project_domain), **_named(standing.project)}}


def _trust(standing: Standing) -> dict[str, Any]:
    trust = standing.trust
    if trust is None:
        return {}
    return {
        "OS-TRUST:trust": {
            "id": trust.id,
            "trustor_user": {"id": trust.trustor_user_id},
            "trustee_user": {"id": trust.trustee_user_id},
            "impersonation": trust.impersonation,
        }
    }
