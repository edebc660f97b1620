"""OS::Keystone::User: who may use the cloud."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Any, ClassVar, Self

from typing_extensions import override

from calor.core.values import has_unknown
from calor.plugin import Declared, Here, attr, check, prop, since
from calor.plugin.resolving import ID
from calor.resources.keystone.keystone_resource import (
    KeystoneResource,
    grant,
    revoke,
    shelf_of,
)

TIES = "ties"
"""What the user was tied to: paths, so that what others have granted stays."""


class RoleAssignment(Declared):
    """A role, and where it is held."""

    role: str = prop("The role.", check("keystone.role"))
    project: str | None = prop("The project.", check("keystone.project"), default=None)
    domain: str | None = prop("The domain.", check("keystone.domain"), default=None)


class User(KeystoneResource):
    """A user."""

    type_name = "OS::Keystone::User"
    support = since("2015.1")
    shelf = shelf_of("users")
    entity = "user"
    attributes: ClassVar = {
        "name": attr("What it is called.", support=since("9.0.0")),
        "default_project_id": attr("The project it works in.", support=since("9.0.0")),
        "domain_id": attr("The domain it belongs to.", support=since("9.0.0")),
        "enabled": attr("Whether it is let in.", bool, support=since("9.0.0")),
        "password_expires_at": attr("When its password ends.", support=since("9.0.0")),
    }

    name: str | None = prop("What it is called.", updatable=True, default=None)
    domain: str = prop(
        "The domain it belongs to.",
        finds="keystone.domain",
        wire="domain_id",
        updatable=True,
        default="default",
    )
    description: str = prop("Who it is.", updatable=True, default="")
    enabled: bool = prop("Whether it is let in.", updatable=True, default=True)
    email: str | None = prop("Its address.", updatable=True, default=None)
    password: str | None = prop("Its password.", updatable=True, default=None)
    default_project: str | None = prop(
        "The project it works in.",
        finds="keystone.project",
        wire="default_project_id",
        updatable=True,
        default=None,
    )
    groups: tuple[str, ...] | None = prop(
        "The groups it is in.", finds="keystone.group", updatable=True, default=None, aside=True
    )
    roles: tuple[RoleAssignment, ...] | None = prop(
        "The roles it has.", updatable=True, default=None, aside=True
    )

    @override
    async def changes(self, here: Here, before: Self, changed: AbstractSet[str]) -> dict[str, Any]:
        # A password that is not given any more stays what it was.
        kept = {"password"} if self.password is None else set()
        return await super().changes(here, before, changed - kept)

    @override
    async def finish(self, here: Here, names: AbstractSet[str]) -> None:
        if not names & {"groups", "roles"}:
            return
        user = here.physical_id
        wanted = [f"/groups/{one}/users/{user}" for one in self.groups or ()]
        wanted += [await _path(here, one) for one in self.roles or ()]
        noted = [str(one) for one in here.data.get(TIES) or ()]
        # Both are noted before anything is done, as nobody knows how far this comes.
        here.data[TIES] = sorted({*noted, *wanted})
        for one in wanted:
            await grant(here, one)
        for one in noted:
            if one not in wanted:
                await revoke(here, one)
        here.data[TIES] = wanted

    @override
    def problems(self) -> Iterable[str]:
        for one in () if has_unknown(self.roles) else self.roles or ():
            if has_unknown([one.project, one.domain]):
                continue
            if (one.project is None) == (one.domain is None):
                yield f"roles: give either project or domain for role {one.role}"


async def _path(here: Here, one: RoleAssignment) -> str:
    """Return where the service keeps that the user has a role."""
    role = await _id(here, "keystone.role", one.role)
    if one.project:
        place = f"/projects/{await _id(here, 'keystone.project', one.project)}"
    else:
        place = f"/domains/{await _id(here, 'keystone.domain', one.domain or '')}"
    return f"{place}/users/{here.physical_id}/roles/{role}"


async def _id(here: Here, kind: str, name_or_id: str) -> str:
    return name_or_id if ID.fullmatch(name_or_id) else await here.cloud.find(kind, name_or_id)
