"""Projects and users of a test's own, in the cloud of an administrator's openrc file."""

import os
import uuid
from dataclasses import dataclass, field, replace
from typing import Any

from calor.cloud.clouds import OpenStackClouds
from calor.cloud.openstack import OpenStackCloud
from calor.cloud.settings import Account, CloudSettings
from calor.plugin.cloud import Request

PASSWORD = "calor-secret"


def settings() -> CloudSettings:
    """Return where the cloud is."""
    return CloudSettings(
        auth_url=os.environ["OS_AUTH_URL"], region=os.environ.get("OS_REGION_NAME")
    )


def administrator() -> Account:
    """Return who the openrc file speaks of."""
    return Account(
        username=os.environ["OS_USERNAME"],
        password=os.environ["OS_PASSWORD"],
        user_domain_id=os.environ.get("OS_USER_DOMAIN_ID", "default"),
        project_name=os.environ["OS_PROJECT_NAME"],
        project_domain_id=os.environ.get("OS_PROJECT_DOMAIN_ID", "default"),
    )


@dataclass
class Town:
    """Makes people and places, and removes them in the end."""

    clouds: OpenStackClouds
    made: list[str] = field(default_factory=list)
    """Where the things are that were made."""
    name: str = field(default_factory=lambda: f"calor-test-{uuid.uuid4().hex[:8]}")

    @property
    def admin(self) -> OpenStackCloud:
        return self.clouds.of_account(administrator())

    async def identity(self, method: str, path: str, body: Any = None) -> Any:
        """Ask the identity service as the administrator."""
        request = Request(service="identity", method=method, path=path, body=body)
        return (await self.admin.send(request)).body

    async def make(self, kind: str, **fields: Any) -> str:
        """Make a user, project or domain."""
        body = {kind: {"name": f"{self.name}-{len(self.made)}", **fields}}
        made_id = str((await self.identity("POST", f"/{kind}s", body))[kind]["id"])
        self.made.append(f"/{kind}s/{made_id}")
        return made_id

    async def grant(self, user: str, place: str, *roles: str) -> None:
        """Give a user roles in a place such as `projects/ID`."""
        for role in roles:
            role_id = await self.admin.find("keystone.role", role)
            await self.identity("PUT", f"/{place}/users/{user}/roles/{role_id}")

    async def member(self) -> Account:
        """Make a user with a project of their own."""
        project = await self.make("project", domain_id="default")
        user = await self.make("user", domain_id="default", password=PASSWORD)
        await self.grant(user, f"projects/{project}", "member")
        return Account(user_id=user, password=PASSWORD, project_id=project)

    async def remove_all(self) -> None:
        """Remove what was made, the youngest first."""
        for path in reversed(self.made):
            if path.startswith("/domains/"):
                await self.identity("PATCH", path, {"domain": {"enabled": False}})
            await self.identity("DELETE", path)


def trusting(town: Town, trustee: Account) -> OpenStackClouds:
    """Return clouds in which a trustee acts for others."""
    return OpenStackClouds(town.clouds.settings, replace(trustee, project_id=None))
