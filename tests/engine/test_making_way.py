"""A port that is replaced gives its address to the one that takes its place."""

import pytest

from calor.core.errors import CalorError, CloudConflict
from calor.engine.local import open_local
from calor.engine.orders import Order
from tests.resources.neutron.network_service import NetworkService, a_network_service, put, things
from tests.resources.registry import TYPES

ADDRESS = "10.0.0.9"


class Strict(NetworkService):
    """Gives an address to one port at a time."""

    def _answer(self, request):
        asked = (request.body or {}).get("port", {}).get("fixed_ips") or []
        wanted = {one.get("ip_address") for one in asked}
        for port in things(self, "neutron.port"):
            has = {one["ip_address"] for one in port["fixed_ips"]}
            if wanted & has and not request.path.endswith(port["id"]):
                raise CloudConflict(f"{wanted & has} is in use")
        return super()._answer(request)


def order(mac="fa:16:3e:00:00:01", rest=None, *, stays=False):
    fixed_ips = [{"subnet": "s1", "ip_address": ADDRESS}]
    port = {"network": "n1", "fixed_ips": fixed_ips, "mac_address": mac}
    resources = {"port": {"type": "OS::Neutron::Port", "properties": port}, **(rest or {})}
    template = {"heat_template_version": "2021-04-16", "resources": resources}
    return Order(template=template, disable_rollback=stays)


BAD = {"bad": {"type": "OS::Neutron::Net", "depends_on": "port", "properties": {"name": "bad"}}}


@pytest.fixture
def service():
    made = a_network_service()
    strict = Strict(made.collections, made.kinds)
    put(strict, "neutron.network", "n1")
    put(strict, "neutron.subnet", "s1")
    return strict


@pytest.fixture
async def local(service):
    async with open_local("memory://", types=TYPES, clouds=lambda *_: service) as opened:
        yield opened


def ports(service):
    return {
        one["mac_address"][-1]: [ip["ip_address"] for ip in one["fixed_ips"]]
        for one in things(service, "neutron.port")
    }


async def test_the_new_port_has_the_address_of_the_old_one(local, service):
    stack_id = await local.stacks.create("p", "s", order())
    await local.complete(stack_id)
    await local.stacks.update("p", stack_id, order("fa:16:3e:00:00:02"))
    await local.complete(stack_id)
    assert ports(service) == {"2": [ADDRESS]}


async def test_a_rollback_gives_it_back(local, service):
    stack_id = await local.stacks.create("p", "s", order())
    await local.complete(stack_id)
    service.collections["/v2.0/networks"].defaults.pop("admin_state_up")  # no network can be made
    await local.stacks.update("p", stack_id, order("fa:16:3e:00:00:02", BAD))
    record = await local.at_rest(stack_id)
    assert (record.action, record.status) == ("ROLLBACK", "COMPLETE")
    assert ports(service) == {"1": [ADDRESS]}


async def test_an_update_that_goes_back_gives_it_back(local, service):
    stack_id = await local.stacks.create("p", "s", order())
    await local.complete(stack_id)
    service.refuses = "/v2.0/ports"  # the address is let go of, and nobody can have it
    await local.stacks.update("p", stack_id, order("fa:16:3e:00:00:02", stays=True))
    with pytest.raises(CalorError, match="is refused"):
        await local.complete(stack_id)
    assert ports(service) == {"1": []}
    service.refuses = ""
    await local.stacks.update("p", stack_id, order())
    await local.complete(stack_id)
    assert ports(service) == {"1": [ADDRESS]}
