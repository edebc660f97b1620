"""A tree acts for whoever has set its newest goal, from that moment on."""

from dataclasses import replace
from secrets import SystemRandom

from calor.core.template.scope import no_yaql
from calor.engine.clock import SystemClock
from calor.engine.hands import CurrentCloud
from calor.engine.kinds import Kinds
from calor.engine.loading import Workshop
from calor.engine.orders import Order
from calor.engine.service import Stacks
from calor.engine.tree import Library
from calor.plugin.cloud import NoCloud
from calor.store.memory import MemoryStore
from calor.store.records import Batch, CredentialRecord
from tests.engine.types import REGISTRY


class Named(NoCloud):
    def __init__(self, name):
        self.name = name

    async def project(self):
        return self.name


async def test_all_is_passed_on_to_the_cloud_of_the_moment():
    cloud = CurrentCloud(Named("old"))
    assert await cloud.project() == "old"
    cloud.now = Named("new")
    assert await cloud.project() == "new"
    assert await cloud.region() is None


async def test_what_runs_changes_hands_with_the_tree():
    store = MemoryStore()
    template = {"heat_template_version": "2021-04-16"}
    root_id = await Stacks(store, types=REGISTRY).create("p", "s", Order(template=template))
    root = replace(await store.stack(root_id), credential_id="joe")
    kept = tuple(CredentialRecord(id=one, kind="trust", body={}) for one in ("joe", "ann"))
    await store.write(Batch(stacks=(root,), credentials=kept))
    workshop = Workshop(
        store,
        Kinds(REGISTRY),
        Library(),
        clock=SystemClock(),
        random=SystemRandom(),
        run_yaql=no_yaql,
        clouds=lambda _, credential: Named(credential.id if credential else "nobody"),
    )
    world = (await workshop.load(root_id)).world
    cloud = world.cloud
    assert await cloud.project() == "joe"
    await world.change_hands(replace(root, credential_id="ann"))
    assert await cloud.project() == "ann"
    await world.change_hands(replace(root, credential_id="long gone"))
    assert await cloud.project() == "nobody"
