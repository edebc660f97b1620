"""OS::Neutron::FloatingIP makes, moves and deletes an address of the outside."""

import pytest

from calor.core.errors import CloudUnavailable
from calor.resources.neutron.floating_ip import FloatingIP
from tests.resources.heat.driving import problems
from tests.resources.neutron.network_service import a_network_service, put, things
from tests.resources.work import Work

NET = {"floating_network": "public"}


@pytest.fixture
def work():
    cloud = a_network_service()
    put(cloud, "neutron.network", "n1", name="public")
    put(cloud, "neutron.subnet", "s1", name="sub")
    return Work(cloud, FloatingIP)


def address(work):
    (one,) = things(work.cloud, "neutron.floatingip")
    return one


def test_all_properties_reach_the_address(work):
    work.create(
        **NET,
        floating_subnet="sub",
        port_id="p1",
        fixed_ip_address="10.0.0.7",
        floating_ip_address="172.24.4.9",
        dns_name="www",
        dns_domain="example.org.",
        value_specs={"description": "ours"},
    )
    wanted = {
        "floating_network_id": "n1",
        "subnet_id": "s1",
        "port_id": "p1",
        "fixed_ip_address": "10.0.0.7",
        "floating_ip_address": "172.24.4.9",
        "dns_name": "www",
        "dns_domain": "example.org.",
        "description": "ours",
    }
    assert address(work) | wanted == address(work)
    assert work.attributes["floating_ip_address"] == "172.24.4.9"
    assert work.attribute("port_id") == "p1"


def test_it_can_lead_elsewhere_and_nowhere(work):
    work.create(**NET).update(**NET, port_id="p1")
    assert address(work)["port_id"] == "p1"
    work.update(**NET, port_id="p2", fixed_ip_address="10.0.0.7").update(**NET)
    assert (address(work)["port_id"], address(work)["fixed_ip_address"]) == (None, None)


def test_a_name_that_it_has_stays(work):
    work.create(**NET, dns_name="www").update(**NET, dns_name="mail")
    assert work.cloud.sent("PUT") == []


def test_though_it_has_no_name_it_is_found_again(work):
    other = Work(work.cloud, FloatingIP, number=8).create(**NET)
    work.cloud.loses = 1
    with pytest.raises(CloudUnavailable):
        work.create(**NET)
    work.again().create(**NET)
    assert len(things(work.cloud, "neutron.floatingip")) == 2
    assert work.physical_id != other.physical_id


def test_an_inner_address_needs_a_port():
    given = {"fixed_ip_address": "10.0.0.7"}
    assert problems(FloatingIP, **NET, **given) == ["fixed_ip_address needs a port_id"]
