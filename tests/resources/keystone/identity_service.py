"""An identity service in memory, with the fields of the real one."""

from dataclasses import dataclass, field
from typing import Any

from calor.core.errors import CloudConflict, CloudNotFound
from calor.plugin.cloud import Request
from tests.resources.cloud import Collection, MemoryCloud
from tests.resources.neutron.network_service import put

SHARED = {"name": "", "domain_id": "default", "description": "", "calor_resource": None}
PROJECT: dict[str, Any] = {
    **SHARED,
    "enabled": True,
    "parent_id": "default",
    "is_domain": False,
    "tags": [],
}
USER = {
    **SHARED,
    "enabled": True,
    "email": None,
    "password": None,
    "default_project_id": None,
    "password_expires_at": None,
}
ROLE = {**SHARED, "domain_id": None}
GROUP = {"name": "", "project_id": None}


@dataclass
class IdentityService(MemoryCloud):
    """Names are taken once, and users are tied to groups and roles."""

    ties: set[str] = field(default_factory=set)

    def _answer(self, request: Request) -> Any:
        if "/users/" in request.path and not request.path.startswith("/v3/users/"):
            return self._tie(request)
        if request.method == "POST":
            (wanted,) = request.body.values()
            there = self.collections[request.path].things.values()
            if any(one["name"] == wanted["name"] for one in there):
                raise CloudConflict(f"{wanted['name']} is there")
        return super()._answer(request)

    def _tie(self, request: Request) -> None:
        if request.method == "PUT":
            self.ties.add(request.path)
        elif request.path in self.ties:
            self.ties.remove(request.path)
        else:
            raise CloudNotFound(request.path)


def an_identity_service() -> IdentityService:
    """Return an identity service with a domain, a group, a project and a role."""
    collections = {
        "/v3/projects": Collection("projects", "project", PROJECT),
        "/v3/users": Collection("users", "user", USER),
        "/v3/roles": Collection("roles", "role", ROLE),
        "/v3/groups": Collection("groups", "group", SHARED),
        "/v3/domains": Collection("domains", "domain", SHARED),
        "/v2.0/security-groups": Collection("security_groups", "security_group", GROUP),
    }
    kinds = {f"keystone.{one.entity}": path for path, one in collections.items()}
    service = IdentityService(collections, kinds)
    put(service, "keystone.domain", "default")
    put(service, "keystone.group", "g1", name="staff")
    put(service, "keystone.group", "g2", name="guests")
    put(service, "keystone.project", "p1", name="shop")
    put(service, "keystone.role", "r1", name="member")
    put(service, "keystone.role", "r2", name="reader")
    return service
