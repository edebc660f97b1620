"""What exists outside of the stack is taken as it is, whatever its properties say."""

import pytest

from calor.core.state import Action
from calor.engine.local import open_local
from calor.engine.orders import Order
from tests.resources.neutron.network_service import a_network_service, put, things
from tests.resources.registry import TYPES

TEMPLATE = {
    "heat_template_version": "2021-04-16",
    "resources": {
        "subnet": {"type": "OS::Neutron::Subnet", "external_id": "s1"},
        "port": {
            "type": "OS::Neutron::Port",
            "properties": {"network": "n1", "fixed_ips": [{"subnet": {"get_resource": "subnet"}}]},
        },
    },
    "outputs": {"cidr": {"value": {"get_attr": ["subnet", "cidr"]}}},
}


@pytest.fixture
def service():
    made = a_network_service()
    put(made, "neutron.network", "n1")
    put(made, "neutron.subnet", "s1", cidr="10.0.0.0/24")
    return made


async def test_it_is_used_looked_at_and_never_deleted(service):
    async with open_local("memory://", types=TYPES, clouds=lambda *_: service) as local:
        stack_id = await local.stacks.create("p", "s", Order(template=TEMPLATE))
        await local.complete(stack_id)
        (port,) = things(service, "neutron.port")
        assert port["fixed_ips"] == [{"subnet_id": "s1"}]
        assert (await local.views.outputs("p", stack_id))["cidr"].value == "10.0.0.0/24"
        await local.stacks.act("p", stack_id, Action.DELETE)
        await local.complete(stack_id)
    assert things(service, "neutron.port") == []
    assert [one["id"] for one in things(service, "neutron.subnet")] == ["s1"]
