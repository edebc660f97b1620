"""Objects of the identity service are tied to each other by paths."""

import asyncio

from calor.resources.keystone.keystone_resource import grant, revoke, shelf_of
from tests.resources.heat.driving import MemoryHere
from tests.resources.keystone.identity_service import an_identity_service

PATH = "/groups/g1/users/u1"


def test_a_tie_can_be_made_and_undone_twice():
    cloud = an_identity_service()
    here = MemoryHere(cloud=cloud)
    for _ in range(2):
        asyncio.run(grant(here, PATH))
    assert cloud.ties == {f"/v3{PATH}"}
    for _ in range(2):
        asyncio.run(revoke(here, PATH))
    assert cloud.ties == set()


def test_a_kind_has_a_collection():
    assert (shelf_of("roles").path, shelf_of("roles").key) == ("/v3/roles", "roles")
