"""OS::Neutron::Net makes, changes and deletes a network."""

import pytest

from calor.core.errors import CloudUnavailable
from calor.resources.neutron.net import Net
from tests.resources.heat.driving import problems
from tests.resources.neutron.network_service import a_network_service, put, things
from tests.resources.work import Work


@pytest.fixture
def work():
    return Work(a_network_service(), Net)


def network(work):
    (one,) = things(work.cloud, "neutron.network")
    return one


def test_without_properties_it_is_named_after_the_stack(work):
    work.create()
    assert network(work)["name"].startswith("stack-it-")
    assert work.reference_id == network(work)["id"]
    assert work.attributes["status"] == "ACTIVE"
    assert work.attributes["subnets"] == []


def test_those_who_look_at_networks_at_the_same_time_share_a_list(work):
    work.create().check()
    assert work.cloud.sent("GET") == []


def test_a_reference_to_it_is_nothing_before_it_is_there(work):
    assert Net().reference_id(work) is None


def test_all_properties_reach_the_network(work):
    put(work.cloud, "neutron.qos_policy", "q1", name="gold")
    work.create(
        name="web",
        admin_state_up=False,
        shared=True,
        tenant_id="other",
        port_security_enabled=False,
        qos_policy="gold",
        dns_domain="example.org.",
        availability_zone_hints=["nova"],
        tags=["a", "b"],
        value_specs={"mtu": 1400},
    )
    wanted = {
        "name": "web",
        "admin_state_up": False,
        "shared": True,
        "tenant_id": "other",
        "port_security_enabled": False,
        "qos_policy_id": "q1",
        "dns_domain": "example.org.",
        "availability_zone_hints": ["nova"],
        "tags": ["a", "b"],
        "mtu": 1400,
    }
    assert network(work) | wanted == network(work)


def test_what_is_taken_away_is_set_back(work):
    put(work.cloud, "neutron.qos_policy", "q1")
    work.create(qos_policy="q1", dns_domain="a.org.", tags=["a"], port_security_enabled=False)
    work.update()
    assert network(work)["qos_policy_id"] is None
    assert network(work)["dns_domain"] == ""
    assert network(work)["tags"] == []


def test_a_network_with_a_name_of_its_own_is_found_again_by_its_description(work):
    work.cloud.loses = 1
    with pytest.raises(CloudUnavailable):
        work.create(name="web")
    put(work.cloud, "neutron.network", "other", name="web")
    work.again().create(name="web")
    assert len(work.cloud.sent("POST")) == 1
    assert work.physical_id != "other"


def test_just_the_wanted_agents_serve_it(work):
    agents = [{"id": "old"}, {"id": "both"}]
    work.cloud.extra = {
        ("GET", "/v2.0/networks/network-1/dhcp-agents"): {"agents": agents},
        ("DELETE", "/v2.0/agents/old/dhcp-networks/network-1"): None,
        ("POST", "/v2.0/agents/new/dhcp-networks"): None,
    }
    work.create(dhcp_agent_ids=["both", "new"])
    assert [path for path, _ in work.cloud.sent("DELETE")] == [
        "/v2.0/agents/old/dhcp-networks/network-1"
    ]
    assert work.cloud.sent("POST")[1] == (
        "/v2.0/agents/new/dhcp-networks",
        {"network_id": "network-1"},
    )


def test_segments_without_a_name_come_first(work):
    work.create()
    segments = [{"id": "1", "name": "z"}, {"id": "2", "name": None}]
    work.cloud.extra["GET", "/v2.0/segments"] = {"segments": segments}
    assert [one["id"] for one in work.attribute("segments")] == ["2", "1"]


def test_further_fields_cannot_be_properties():
    assert problems(Net, value_specs={"mtu": 1}) == []
    (problem,) = problems(Net, value_specs={"name": "x", "tenant_id": "y"})
    assert problem == "value_specs: name, tenant_id cannot be set there"
