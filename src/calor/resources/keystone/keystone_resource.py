"""What all types of the identity service have in common."""

from contextlib import suppress

from calor.core.errors import CloudNotFound
from calor.plugin import Here, Request, RestResource, Shelf


class KeystoneResource(RestResource):
    """An object of the identity service."""

    service = "keystone"
    update_method = "PATCH"
    gone_at_once = True
    # The service keeps fields that it does not know, and shows them to whoever lists.
    mark = "calor_resource"


def shelf_of(objects: str) -> Shelf:
    """Return where the identity service keeps objects of a kind."""
    return Shelf(service="identity", path=f"/v3/{objects}", key=objects)


async def grant(here: Here, path: str) -> None:
    """Tie two objects to each other; doing so twice does no harm."""
    await here.cloud.send(Request(service="identity", method="PUT", path=f"/v3{path}"))


async def revoke(here: Here, path: str) -> None:
    """Take two objects apart, if they are tied to each other."""
    with suppress(CloudNotFound):
        await here.cloud.send(Request(service="identity", method="DELETE", path=f"/v3{path}"))
