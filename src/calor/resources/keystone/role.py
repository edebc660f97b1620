"""OS::Keystone::Role: what somebody may do."""

from collections.abc import Mapping

from typing_extensions import override

from calor.plugin import prop, since
from calor.resources.keystone.keystone_resource import KeystoneResource, shelf_of


class Role(KeystoneResource):
    """A role that users and groups can be given."""

    type_name = "OS::Keystone::Role"
    support = since("2015.1")
    shelf = shelf_of("roles")
    entity = "role"

    name: str | None = prop("What it is called.", updatable=True, default=None)
    domain: str | None = prop(
        "The domain it belongs to.",
        finds="keystone.domain",
        wire="domain_id",
        default=None,
        support=since("16.0.0"),
    )

    @override
    def searched(self, name: str) -> Mapping[str, str]:
        # Roles of a domain are listed for whoever asks for that domain.
        return {"name": name} | ({"domain_id": self.domain} if self.domain else {})
