"""OS::Neutron::Port makes, changes and deletes a port."""

import pytest

from calor.resources.neutron.port import Port
from tests.resources.heat.driving import made, problems
from tests.resources.neutron.network_service import a_network_service, put, things
from tests.resources.work import Work

NET = {"network": "net"}
CHOSEN = [{"subnet_id": "s1", "ip_address": "10.0.0.7"}]


@pytest.fixture
def work():
    cloud = a_network_service()
    put(cloud, "neutron.network", "n1", name="net")
    put(cloud, "neutron.subnet", "s1", name="sub", cidr="10.0.0.0/24")
    put(cloud, "neutron.security_group", "g1", name="web")
    put(cloud, "neutron.qos_policy", "q1", name="gold")
    return Work(cloud, Port)


def port(work):
    (one,) = things(work.cloud, "neutron.port")
    return one


def test_all_properties_reach_the_port(work):
    work.create(
        **NET,
        name="web",
        admin_state_up=False,
        fixed_ips=[{"subnet": "sub", "ip_address": "10.0.0.9"}, {"subnet_id": "sub"}],
        mac_address="fa:16:3e:00:00:09",
        device_id="d",
        device_owner="o",
        security_groups=["web", "g1"],
        allowed_address_pairs=[{"ip_address": "10.9.0.0/24"}],
        port_security_enabled=True,
        qos_policy="gold",
        dns_name="www",
        propagate_uplink_status=False,
        tags=["a"],
        value_specs={"binding:profile": {"a": 1}},
        **{"binding:vnic_type": "direct"},
    )
    wanted = {
        "network_id": "n1",
        "name": "web",
        "admin_state_up": False,
        "fixed_ips": [{"subnet_id": "s1", "ip_address": "10.0.0.9"}, {"subnet_id": "s1"}],
        "mac_address": "fa:16:3e:00:00:09",
        "device_id": "d",
        "device_owner": "o",
        "security_groups": ["g1", "g1"],
        "allowed_address_pairs": [{"ip_address": "10.9.0.0/24"}],
        "qos_policy_id": "q1",
        "dns_name": "www",
        "propagate_uplink_status": False,
        "tags": ["a"],
        "binding:profile": {"a": 1},
        "binding:vnic_type": "direct",
    }
    assert port(work) | wanted == port(work)


@pytest.mark.parametrize(
    ("given", "addresses"),
    [({}, CHOSEN), ({"fixed_ips": []}, CHOSEN), ({"no_fixed_ips": True}, [])],
)
def test_the_service_chooses_addresses_unless_it_is_told_not_to(work, given, addresses):
    work.create(**NET, **given)
    assert port(work)["fixed_ips"] == addresses


def test_addresses_stay_when_nobody_asks_for_others(work):
    work.create(**NET, fixed_ips=[{"ip_address": "10.0.0.9"}]).update(**NET)
    assert port(work)["fixed_ips"] == [{"ip_address": "10.0.0.9"}]
    work.update(**NET, no_fixed_ips=True)
    assert port(work)["fixed_ips"] == []


@pytest.mark.parametrize(
    ("given", "groups"), [({}, ["default-group"]), ({"security_groups": []}, [])]
)
def test_without_groups_it_is_in_the_default_one_and_with_an_empty_list_in_none(
    work, given, groups
):
    work.create(**NET, **given)
    assert port(work)["security_groups"] == groups
    work.update(**NET, security_groups=["web"]).update(**NET, **given)
    assert port(work)["security_groups"] == groups


def test_what_is_taken_away_is_set_back(work):
    pairs = [{"ip_address": "10.9.0.1", "mac_address": "fa:16:3e:00:00:09"}]
    given = {"qos_policy": "gold", "dns_name": "www", "tags": ["a"], "allowed_address_pairs": pairs}
    work.create(**NET, **given).update(**NET)
    assert port(work)["qos_policy_id"] is None
    assert port(work)["allowed_address_pairs"] == port(work)["tags"] == []
    assert port(work)["dns_name"] == ""


def test_what_other_services_write_into_its_profile_stays(work):
    work.create(**NET, value_specs={"binding:profile": {"a": 1, "b": 2, "c": 3}})
    port(work)["binding:profile"] |= {"slot": "x", "b": 9}
    work.update(**NET, value_specs={"binding:profile": {"a": 5, "b": 2, "c": None}})
    assert port(work)["binding:profile"] == {"a": 5, "b": 9, "slot": "x"}


def test_its_network_and_subnets_can_be_read(work):
    work.create(**NET)
    assert work.attribute("network")["name"] == "net"
    assert [one["cidr"] for one in work.attribute("subnets")] == ["10.0.0.0/24"]
    assert "network" not in work.attributes


def test_every_update_replaces_it_if_it_is_told_so():
    always = made(Port, **NET, replacement_policy="REPLACE_ALWAYS")
    assert always.must_replace(always, set())
    assert not made(Port, **NET).must_replace(always, {"replacement_policy"})


def test_it_has_addresses_or_not():
    given = {"fixed_ips": [{"ip_address": "10.0.0.9"}], "no_fixed_ips": True}
    assert problems(Port, **NET, **given) == ["fixed_ips and no_fixed_ips cannot both be given"]
