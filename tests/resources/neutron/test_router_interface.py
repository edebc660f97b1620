"""OS::Neutron::RouterInterface plugs a subnet or a port into a router."""

import pytest

from calor.core.errors import CloudRefused, CloudUnavailable, ResourceFailed
from calor.resources.neutron.router_interface import RouterInterface
from tests.resources.heat.driving import problems
from tests.resources.neutron.network_service import a_network_service, put, things
from tests.resources.work import Work

SUBNET, PORT = {"router": "r", "subnet": "s"}, {"router_id": "r", "port_id": "p"}


@pytest.fixture
def work():
    cloud = a_network_service()
    put(cloud, "neutron.router", "r1", name="r")
    put(cloud, "neutron.subnet", "s1", name="s")
    put(cloud, "neutron.port", "p1", name="p", created_at="1969-01-01T00:00:00Z")
    return Work(cloud, RouterInterface)


def plugged(work):
    return [one["id"] for one in things(work.cloud, "neutron.port") if one["device_id"] == "r1"]


@pytest.mark.parametrize(
    ("given", "physical_id", "port"),
    [(SUBNET, "r1:subnet_id=s1", "port-of-s1"), (PORT, "r1:port_id=p1", "p1")],
)
def test_it_is_known_by_what_it_joins(work, given, physical_id, port):
    work.create(**given).check()
    assert work.physical_id == work.reference_id == physical_id
    assert plugged(work) == [port]
    work.delete()
    assert plugged(work) == []
    work.delete()


@pytest.mark.parametrize("given", [SUBNET, PORT])
def test_what_was_plugged_in_while_the_answer_was_lost_is_found_again(work, given):
    work.cloud.loses = 1
    with pytest.raises(CloudUnavailable):
        work.create(**given)
    work.again().create(**given)
    assert len(work.cloud.sent("PUT")) == 1
    assert work.physical_id is not None


def test_what_was_plugged_in_before_is_not_ours(work):
    old = {"device_id": "r1", "created_at": "1969-01-01T00:00:00Z"}
    put(work.cloud, "neutron.port", "port-of-s1", fixed_ips=[{"subnet_id": "s1"}], **old)
    with pytest.raises(CloudRefused, match="already has a port"):
        work.again().create(**SUBNET)


def test_an_id_of_old_names_a_subnet(work):
    work.create(**SUBNET)
    work.physical_id = "r1:s1"
    assert plugged(work.delete()) == []


def test_a_check_tells_what_was_pulled_out(work):
    work.create(**SUBNET)
    work.cloud.collections["/v2.0/ports"].things.pop("port-of-s1")
    with pytest.raises(ResourceFailed, match="not plugged in any more"):
        work.check()


@pytest.mark.parametrize("given", [{}, {"subnet": "s", "port": "p"}])
def test_it_joins_a_router_and_one_other(given):
    assert problems(RouterInterface, router="r", **given) == ["give either subnet or port"]
