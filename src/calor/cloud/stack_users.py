"""The users that stacks make for their servers, in a domain of their own.

Each tree has a project there, named after the owner's project and the root stack.
Without such a domain the users are made beside all others, in the owner's project.
"""

import json
import secrets
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from calor.cloud.clouds import OpenStackClouds
from calor.cloud.openstack import OpenStackCloud
from calor.cloud.remembering import Memory
from calor.cloud.settings import Account, StackUserSettings
from calor.core.errors import CloudConflict, CloudNotFound, CloudRefused
from calor.plugin.cloud import Request
from calor.plugin.stack_users import AccessKey

LONGEST_PROJECT, LONGEST_USER = 64, 255
KEPT: Final = 3600.0
FORBIDDEN: Final = 403

OPTIONS: Final = {
    "ignore_change_password_upon_first_use": True,
    "ignore_password_expiry": True,
    "ignore_lockout_failure_attempts": True,
}
"""Nobody is there to change a password; and a server that fails must not lock itself out."""


@dataclass(frozen=True, slots=True)
class StackUserDomain:
    """Where all trees have their users."""

    clouds: OpenStackClouds
    settings: StackUserSettings
    known: Memory[tuple[str, ...], str] = field(default_factory=lambda: Memory(KEPT), repr=False)

    def __call__(self, project: str, root_id: str) -> "TreeUsers":
        """Return the users of one tree."""
        return TreeUsers(self, project, root_id)

    @property
    def cloud(self) -> OpenStackCloud:
        """The cloud as whoever may make users sees it."""
        return self.clouds.of_account(self._admin())

    async def send(self, method: str, path: str, body: Any = None, **query: str) -> Any:
        """Ask the identity service."""
        request = Request(service="identity", method=method, path=path, body=body, query=query)
        return (await self.cloud.send(request)).body

    async def domain(self) -> str:
        """Return the id of the domain in which users are made."""
        access = await self.cloud.login.access()
        domain = self.settings.domain_id or access.domain_id or access.user_domain_id
        if domain is None:
            raise CloudRefused("whoever makes the users of stacks is in no domain")
        return domain

    async def user(self, user_id: str) -> Mapping[str, Any]:
        """Return a user."""
        try:
            found = await self.send("GET", f"/users/{user_id}")
        except CloudRefused as problem:
            if problem.status != FORBIDDEN:
                raise
            # Whoever may look at one domain alone is refused, too, what is nowhere.
            await self.send("GET", "/projects", name=user_id, domain_id=await self.domain())
            raise CloudNotFound(f"there is no user {user_id}") from None
        shown: Mapping[str, Any] = found["user"]
        return shown

    async def role(self) -> str:
        """Return the id of the role that stacks' users have."""
        find = self.cloud.find
        name = self.settings.role
        return await self.known.ask(("role",), lambda: find("keystone.role", name))

    def _admin(self) -> Account:
        settings = self.settings
        if not settings.has_domain:
            return settings.admin
        return replace(
            settings.admin,
            project_id=None,
            project_name=None,
            project_domain_id=None,
            project_domain_name=None,
            domain_id=settings.domain_id,
            domain_name=None if settings.domain_id else settings.domain_name,
        )


@dataclass(frozen=True, slots=True)
class TreeUsers:
    """The users of one tree; implements `calor.plugin.stack_users.StackUsers`."""

    home: StackUserDomain
    owner: str
    """The project that the tree belongs to."""
    root_id: str

    async def project(self) -> str:
        """Return the id of the tree's project, which is made if it is not there."""
        if not self.home.settings.has_domain:
            return self.owner
        return await self.home.known.ask(("project", self._name), self._project)

    async def create_user(self, name: str, password: str | None = None) -> str:
        """Make a user who may report back for the stack, and return its id."""
        project = await self.project()
        user_id = await self._user(name[-LONGEST_USER:], password, project)
        role = await self.home.role()
        await self.home.send("PUT", f"/projects/{project}/users/{user_id}/roles/{role}")
        return user_id

    async def delete_user(self, user_id: str) -> None:
        """Remove a user, if it is there."""
        try:
            await self._refuse_strangers(user_id)
            await self.home.send("DELETE", f"/users/{user_id}")
        except CloudNotFound:
            return

    async def enable_user(self, user_id: str) -> None:
        """Let a user in again."""
        await self._set_enabled(user_id, is_enabled=True)

    async def disable_user(self, user_id: str) -> None:
        """Keep a user out for a while."""
        await self._set_enabled(user_id, is_enabled=False)

    async def create_key(self, user_id: str) -> AccessKey:
        """Return the access key of a user, which is made if there is none."""
        known = await self.home.send("GET", "/credentials", user_id=user_id, type="ec2")
        for one in known["credentials"]:
            return _key(one)
        pair = {"access": uuid.uuid4().hex, "secret": secrets.token_hex(16)}
        credential = {
            "user_id": user_id,
            "project_id": await self.project(),
            "type": "ec2",
            "blob": json.dumps(pair),
        }
        made = await self.home.send("POST", "/credentials", {"credential": credential})
        return _key(made["credential"])

    async def delete_key(self, key_id: str) -> None:
        """Remove an access key, if it is there."""
        try:
            await self.home.send("DELETE", f"/credentials/{key_id}")
        except CloudNotFound:
            return

    async def token(self, user_id: str, password: str) -> str:
        """Return a token of a user."""
        account = Account(user_id=user_id, password=password, project_id=await self.project())
        return await self.home.clouds.new_token(account)

    async def delete_project(self) -> None:
        """Remove the tree's project with all that is in it, once the tree has gone."""
        if not self.home.settings.has_domain:
            return
        for one in await self._projects():
            await self.home.send("DELETE", f"/projects/{one['id']}")

    @property
    def _name(self) -> str:
        return f"{self.owner}-{self.root_id}"[:LONGEST_PROJECT]

    async def _projects(self) -> list[Mapping[str, Any]]:
        domain = await self.home.domain()
        found = await self.home.send("GET", "/projects", name=self._name, domain_id=domain)
        return list(found["projects"])

    async def _project(self) -> str:
        project = {
            "name": self._name,
            "domain_id": await self.home.domain(),
            "description": f"users of the stack {self.root_id}",
        }
        try:
            made = await self.home.send("POST", "/projects", {"project": project})
        except CloudConflict:
            return str((await self._projects())[0]["id"])
        return str(made["project"]["id"])

    async def _user(self, name: str, password: str | None, project: str) -> str:
        domain = await self.home.domain()
        user = {"name": name, "domain_id": domain, "default_project_id": project}
        user |= {"password": password} if password else {}
        try:
            body = {"user": {**user, "options": OPTIONS}}
            return str((await self.home.send("POST", "/users", body))["user"]["id"])
        except CloudConflict:
            found = await self.home.send("GET", "/users", name=name, domain_id=domain)
        user_id = str(found["users"][0]["id"])
        await self._refuse_strangers(user_id)
        if password:
            await self.home.send("PATCH", f"/users/{user_id}", {"user": {"password": password}})
        return user_id

    async def _set_enabled(self, user_id: str, *, is_enabled: bool) -> None:
        await self._refuse_strangers(user_id)
        await self.home.send("PATCH", f"/users/{user_id}", {"user": {"enabled": is_enabled}})

    async def _refuse_strangers(self, user_id: str) -> None:
        """Leave users alone that no stack of this tree has made."""
        user = await self.home.user(user_id)
        is_ours = user.get("default_project_id") == await self.project()
        if not is_ours or user.get("domain_id") != await self.home.domain():
            raise CloudRefused(f"the user {user_id} does not belong to this stack")


def _key(credential: Mapping[str, Any]) -> AccessKey:
    pair = json.loads(credential["blob"])
    return AccessKey(str(credential["id"]), pair["access"], pair["secret"])
