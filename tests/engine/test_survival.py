"""What failed is kept where its object is sound, and replaced where it is not."""

import pytest

from calor.core.errors import CalorError, CloudRefused
from calor.core.state import Status
from calor.engine.local import open_local
from calor.engine.orders import Order
from tests.resources.neutron.network_service import a_network_service, things
from tests.resources.registry import TYPES


def order(**properties):
    net = {"type": "OS::Neutron::Net", "properties": properties}
    return Order(
        template={
            "heat_template_version": "2021-04-16",
            "resources": {"net": net},
            "outputs": {"all": {"value": {"get_attr": ["net", "show"]}}},
        }
    )


@pytest.fixture
def service():
    return a_network_service()


@pytest.fixture
async def local(service):
    async with open_local("memory://", types=TYPES, clouds=lambda *_: service) as opened:
        yield opened


def networks(service):
    return {one["id"]: one for one in things(service, "neutron.network")}


async def created(local, **properties):
    stack_id = await local.stacks.create("p", "s", order(**properties))
    await local.complete(stack_id)
    return stack_id


async def updated(local, stack_id, **properties):
    await local.stacks.update("p", stack_id, order(**properties))
    await local.complete(stack_id)


async def fail_to_update(local, service, stack_id, **properties):
    service.errors = [CloudRefused("not now")]
    with pytest.raises(CalorError, match="not now"):
        await updated(local, stack_id, **properties)


async def test_an_update_that_failed_is_made_up_for(local, service):
    stack_id = await created(local, name="a")
    (before,) = networks(service)
    await fail_to_update(local, service, stack_id, name="b")
    await updated(local, stack_id, name="b")
    assert {key: one["name"] for key, one in networks(service).items()} == {before: "b"}


async def test_going_back_after_a_failure_makes_sure_of_the_old_values(local, service):
    stack_id = await created(local, name="a")
    (before,) = networks(service)
    await fail_to_update(local, service, stack_id, name="b")
    networks(service)[before]["name"] = "b"  # it had been done, and only the answer was wrong
    await updated(local, stack_id, name="a")
    assert {key: one["name"] for key, one in networks(service).items()} == {before: "a"}


async def test_what_is_in_error_is_replaced(local, service):
    stack_id = await created(local, name="a")
    (before,) = networks(service)
    await fail_to_update(local, service, stack_id, name="b")
    networks(service)[before]["status"] = "ERROR"
    await updated(local, stack_id, name="b")
    (after,) = networks(service)
    assert after != before


async def test_what_is_gone_is_replaced(local, service):
    stack_id = await created(local, name="a")
    await fail_to_update(local, service, stack_id, name="b")
    service.collections["/v2.0/networks"].things.clear()
    await updated(local, stack_id, name="b")
    assert [one["name"] for one in networks(service).values()] == ["b"]


async def test_what_was_never_made_is_made(local, service):
    service.errors = [CloudRefused("not now")]
    stack_id = await local.stacks.create("p", "s", order(name="a"))
    assert (await local.at_rest(stack_id)).status is Status.FAILED
    await updated(local, stack_id, name="a")
    assert [one["name"] for one in networks(service).values()] == ["a"]


async def test_the_whole_object_is_shown_to_those_who_ask(local, service):
    stack_id = await created(local, name="a")
    shown = (await local.views.outputs("p", stack_id))["all"].value
    assert shown == next(iter(networks(service).values()))
