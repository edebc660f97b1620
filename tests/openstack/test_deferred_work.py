"""A stack is made and deleted by a trust, after the token of its request was revoked."""

import asyncio
from functools import partial

import pytest

from calor.cloud.identity import Identity
from calor.cloud.settings import TrustSettings
from calor.core.errors import CloudNotFound, InvalidTemplate
from calor.core.state import Action, Status
from calor.engine.engine import Engine
from calor.engine.orders import Order
from calor.engine.requester import Requester
from calor.engine.service import Stacks
from calor.plugin.cloud import Request
from calor.store.memory import MemoryStore
from tests.cloud.callers import Person
from tests.openstack.people import trusting
from tests.resources.registry import TYPES

PATIENCE = 60


def template(network):
    subnet = {"network": network, "cidr": "10.9.0.0/24", "enable_dhcp": False}
    return {
        "heat_template_version": "2021-04-16",
        "resources": {"subnet": {"type": "OS::Neutron::Subnet", "properties": subnet}},
    }


@pytest.fixture
async def identity(town):
    trustee = await town.member()
    clouds = trusting(town, trustee)
    yield Identity(clouds, TrustSettings(trustee=trustee))
    await clouds.close()


@pytest.fixture
async def caller(clouds, member):
    return Person(
        user_id=member.user_id,
        project_id=member.project_id,
        roles=frozenset({"member"}),
        token=await clouds.new_token(member),
    )


@pytest.fixture
async def network(cloud, town):
    body = {"network": {"name": f"{town.name}-net"}}
    made = await cloud.send(Request(service="network", method="POST", path="/networks", body=body))
    yield made.body["network"]
    path = f"/networks/{made.body['network']['id']}"
    await cloud.send(Request(service="network", method="DELETE", path=path))


async def at_rest(store, stack_id):
    async with asyncio.timeout(PATIENCE):
        while (record := await store.stack(stack_id)).status is Status.IN_PROGRESS:
            await asyncio.sleep(0.05)
    assert record.status is Status.COMPLETE, record.reason


async def gone(cloud, path):
    async with asyncio.timeout(PATIENCE):
        try:
            while True:
                await cloud.send(Request(service="identity", method="GET", path=path))
                await asyncio.sleep(0.05)
        except CloudNotFound:
            return


def requester(identity, caller):
    """Return whoever asks, as the API sees them."""
    return Requester(
        user_id=caller.user_id,
        project=caller.project_id,
        lookups=identity.lookups_of(caller),
        trust=partial(identity.credential_of, caller),
        take_back=identity.forget,
    )


async def test_the_work_goes_on_without_the_token(identity, caller, cloud, network):
    store = MemoryStore()
    engine = Engine(store, types=TYPES, clouds=identity.clouds, forget=identity.forget)
    stacks = Stacks(store, engine.call, types=TYPES, requester=requester(identity, caller))
    order = Order(template=template(network["name"]))
    record = await store.stack(await stacks.create(caller.project_id, "s", order))
    credential = await store.credentials.get(record.credential_id)
    headers = {"X-Subject-Token": caller.token}
    revoke = Request(service="identity", method="DELETE", path="/auth/tokens", headers=headers)
    await identity.cloud_of(caller).send(revoke)
    working = asyncio.create_task(engine.run())
    try:
        await at_rest(store, record.id)
        (row,) = await store.resources(record.id)
        path = f"/subnets/{row.physical_id}"
        made = await cloud.send(Request(service="network", method="GET", path=path))
        assert made.body["subnet"]["network_id"] == network["id"]
        await stacks.act(caller.project_id, record.id, Action.DELETE)
        await at_rest(store, record.id)
        await gone(cloud, f"/OS-TRUST/trusts/{credential.body['trust_id']}")
    finally:
        engine.stop()
        await working


async def test_what_is_not_in_the_callers_cloud_is_a_problem_at_its_place(identity, caller):
    stacks = Stacks(MemoryStore(), types=TYPES, requester=requester(identity, caller))
    with pytest.raises(InvalidTemplate) as caught:
        await stacks.create(caller.project_id, "s", Order(template=template("nowhere")))
    (problem,) = caught.value.problems
    assert problem.path == ("resources", "subnet", "properties", "network")
    assert "there is no neutron.network 'nowhere'" in problem.message
