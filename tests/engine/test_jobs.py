"""A type's methods see ids where an author wrote names."""

from secrets import SystemRandom

import pytest

from calor.core.errors import CloudNotFound, NoSuchService
from calor.core.state import Action
from calor.engine.clock import SystemClock
from calor.engine.configs import StoredConfigs
from calor.engine.here import LiveHere, World
from calor.engine.jobs import Broke, Ended, Job, carry_out
from calor.engine.runner import always
from calor.plugin import prop
from calor.plugin.cloud import NoCloud
from calor.plugin.resource import Resource
from calor.store.memory import MemoryStore


class Cable(Resource):
    """Notes what it was asked for."""

    type_name = "Test::Cable"

    network: str = prop("Where it ends.", finds="neutron.network", updatable=True)
    colour: str = prop("What it looks like.", default="grey", updatable=True)

    async def create(self, here):
        return f"to {self.network}"

    async def update(self, here, before, changed):
        here.data["seen"] = [before.network, self.network, sorted(changed)]

    async def delete(self, here):
        here.data["seen"] = self.network

    async def show(self, here):
        return {"network": self.network}


class Names(NoCloud):
    """A cloud with one network."""

    async def find(self, kind, name_or_id):
        if name_or_id not in ("blue", "n-1"):
            raise CloudNotFound(f"there is no {kind} {name_or_id}")
        return "n-1"


def job(action, network, before=None, changed=frozenset()):
    store, clock = MemoryStore(), SystemClock()
    world = World(clock, SystemRandom(), StoredConfigs(store, clock, "p"), Names())
    here = LiveHere(
        world=world,
        id="6ba7b810-9dad-41d1-80b4-00c04fd430c8",
        name="cable",
        stack_name="s",
        stack_id="s-1",
        project="p",
        created_at=0.0,
        physical_id=None if action is Action.CREATE else "c-1",
        action=action,
        started_at=0.0,
    )
    return Job(
        stack_id="s",
        node="cable",
        row_id="r",
        traversal=1,
        resource=Cable(network=network),
        here=here,
        before=before,
        changed=changed,
    )


async def outcome(one):
    told = []
    await carry_out(one, told.append, 0, always)
    return told[-1]


async def test_what_is_created_is_told_the_id():
    one = job(Action.CREATE, "blue")
    ended = await outcome(one)
    assert isinstance(ended, Ended)
    assert one.here.physical_id == "to n-1"
    assert ended.attributes == {"network": "n-1"}


async def test_a_name_that_the_cloud_does_not_know_breaks_a_creation():
    broke = await outcome(job(Action.CREATE, "red"))
    assert isinstance(broke, Broke)
    assert str(broke.error) == "there is no neutron.network red"


async def test_another_name_for_the_same_is_no_change():
    before = Cable(network="blue", colour="red")
    one = job(Action.UPDATE, "n-1", before, frozenset({"network", "colour"}))
    await outcome(one)
    assert one.here.data["seen"] == ["n-1", "n-1", ["colour"]]


@pytest.mark.parametrize(("name", "seen"), [("blue", "n-1"), ("long gone", "long gone")])
async def test_what_is_deleted_may_rest_on_what_is_gone(name, seen):
    one = job(Action.DELETE, name)
    assert isinstance(await outcome(one), Ended)
    assert one.here.data["seen"] == seen


class Lost(Cable):
    """Of a service that is nowhere."""

    type_name = "Test::Lost"

    async def find(self, here):
        raise NoSuchService("there is no such service")


async def test_what_was_never_made_is_gone_where_its_service_is_not():
    one = job(Action.DELETE, "n-1")
    one.resource, one.here.physical_id = Lost(network="n-1"), None
    assert isinstance(await outcome(one), Ended)
    assert one.here.physical_id is None
