"""OS::Keystone::Project: who owns things in the cloud."""

from contextlib import suppress
from typing import Any, ClassVar

from typing_extensions import override

from calor.core.errors import CloudError, CloudNotFound
from calor.plugin import Here, Request, attr, prop, since
from calor.resources.keystone.keystone_resource import KeystoneResource, shelf_of

GROUPS = "/v2.0/security-groups"


class Project(KeystoneResource):
    """A project."""

    type_name = "OS::Keystone::Project"
    support = since("2015.1")
    shelf = shelf_of("projects")
    entity = "project"
    attributes: ClassVar = {
        "name": attr("What it is called.", support=since("10.0.0")),
        "parent_id": attr("The project above it.", support=since("10.0.0")),
        "domain_id": attr("The domain it belongs to.", support=since("10.0.0")),
        "enabled": attr("Whether it can be used.", bool, support=since("10.0.0")),
        "is_domain": attr("Whether it is a domain.", bool, support=since("10.0.0")),
    }

    name: str | None = prop("What it is called.", updatable=True, default=None)
    domain: str = prop(
        "The domain it belongs to.",
        finds="keystone.domain",
        wire="domain_id",
        updatable=True,
        default="default",
    )
    description: str = prop("What it is for.", updatable=True, default="")
    enabled: bool = prop("Whether it can be used.", updatable=True, default=True)
    parent: str | None = prop(
        "The project above it.",
        finds="keystone.project",
        wire="parent_id",
        default=None,
        support=since("6.0.0"),
    )
    tags: tuple[Any, ...] = prop(
        "What it is labelled with.", updatable=True, default=[], support=since("10.0.0")
    )

    @override
    async def delete(self, here: Here) -> None:
        if here.physical_id is not None:
            # A cloud without networks has nothing to clean up.
            with suppress(CloudError):
                await _remove_default_groups(here, here.physical_id)
        await super().delete(here)


async def _remove_default_groups(here: Here, project: str) -> None:
    """Remove the security group that each project is given, as nobody could do so later."""
    query = {"project_id": project, "name": "default"}
    listing = Request(service="network", method="GET", path=GROUPS, query=query)
    for group in (await here.cloud.send(listing)).body["security_groups"]:
        removal = Request(service="network", method="DELETE", path=f"{GROUPS}/{group['id']}")
        with suppress(CloudNotFound):
            await here.cloud.send(removal)
