"""OS::Neutron::Subnet makes, changes and deletes a block of addresses."""

import pytest

from calor.core.errors import ResourceFailed
from calor.resources.neutron.subnet import Subnet
from tests.resources.heat.driving import problems
from tests.resources.neutron.network_service import a_network_service, put, things
from tests.resources.work import Work

NET = {"network": "net", "cidr": "10.0.0.0/24"}


@pytest.fixture
def work():
    cloud = a_network_service()
    put(cloud, "neutron.network", "n1", name="net")
    return Work(cloud, Subnet)


def subnet(work):
    (one,) = things(work.cloud, "neutron.subnet")
    return one


def test_all_properties_reach_the_subnet(work):
    put(work.cloud, "neutron.segment", "g1", name="rack")
    work.create(
        **NET,
        name="web",
        dns_nameservers=["10.0.0.53"],
        gateway_ip="10.0.0.254",
        enable_dhcp=False,
        allocation_pools=[{"start": "10.0.0.2", "end": "10.0.0.9"}],
        host_routes=[{"destination": "10.1.0.0/24", "nexthop": "10.0.0.3"}],
        tenant_id="other",
        segment="rack",
        tags=["a"],
    )
    wanted = {
        "network_id": "n1",
        "cidr": "10.0.0.0/24",
        "name": "web",
        "dns_nameservers": ["10.0.0.53"],
        "gateway_ip": "10.0.0.254",
        "enable_dhcp": False,
        "allocation_pools": [{"start": "10.0.0.2", "end": "10.0.0.9"}],
        "host_routes": [{"destination": "10.1.0.0/24", "nexthop": "10.0.0.3"}],
        "tenant_id": "other",
        "segment_id": "g1",
        "tags": ["a"],
    }
    assert subnet(work) | wanted == subnet(work)
    assert work.attributes["gateway_ip"] == "10.0.0.254"


def test_the_block_may_come_from_a_pool_and_the_network_under_its_old_name(work):
    put(work.cloud, "neutron.subnet_pool", "p1", name="pool")
    work.create(
        network_id="net",
        subnetpool="pool",
        prefixlen=26,
        ip_version=6,
        ipv6_ra_mode="slaac",
        ipv6_address_mode="slaac",
    )
    assert (subnet(work)["subnetpool_id"], subnet(work)["prefixlen"]) == ("p1", 26)
    assert subnet(work)["ipv6_ra_mode"] == "slaac"


@pytest.mark.parametrize(
    ("given", "sent"),
    [({}, "10.0.0.1"), ({"gateway_ip": None}, None), ({"gateway_ip": "auto"}, "10.0.0.1")],
)
def test_an_explicit_null_means_no_gateway(work, given, sent):
    work.create(**NET, **given)
    assert subnet(work)["gateway_ip"] == sent


def test_a_gateway_can_be_taken_away_but_not_chosen_later(work):
    work.create(**NET, gateway_ip="10.0.0.1").update(**NET)
    assert subnet(work)["gateway_ip"] is None
    with pytest.raises(ResourceFailed, match="auto can be given to a new subnet only"):
        work.update(**NET, gateway_ip="auto")


def test_what_is_taken_away_is_set_back(work):
    routes = [{"destination": "10.1.0.0/24", "nexthop": "10.0.0.3"}]
    work.create(**NET, host_routes=routes, dns_nameservers=["10.0.0.53"], tags=["a"]).update(**NET)
    assert subnet(work)["host_routes"] == subnet(work)["dns_nameservers"] == []
    assert subnet(work)["tags"] == []


def test_a_subnet_on_a_segment_stays_there(work):
    put(work.cloud, "neutron.segment", "g1")
    put(work.cloud, "neutron.segment", "g2")
    work.create(**NET).update(**NET, segment="g1")
    assert subnet(work)["segment_id"] == "g1"
    with pytest.raises(ResourceFailed, match="cannot be moved"):
        work.update(**NET, segment="g2")


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (NET, None),
        ({"network": "n"}, "one of subnetpool and cidr must be given"),
        ({**NET, "subnetpool": "p"}, "subnetpool and cidr cannot both be given"),
        ({**NET, "prefixlen": 24}, "prefixlen and cidr cannot both be given"),
        (
            {**NET, "ipv6_ra_mode": "slaac"},
            "ipv6_ra_mode and ipv6_address_mode are for ip_version 6",
        ),
        (
            {
                **NET,
                "ip_version": 6,
                "ipv6_ra_mode": "slaac",
                "ipv6_address_mode": "dhcpv6-stateful",
            },
            "ipv6_ra_mode and ipv6_address_mode must be the same where both are given",
        ),
        ({**NET, "gateway_ip": "nowhere"}, "'nowhere' is not an IP address"),
        ({**NET, "value_specs": {"cidr": "x"}}, "value_specs: cidr cannot be set there"),
    ],
)
def test_properties_must_fit_together(given, problem):
    assert problems(Subnet, **given) == ([problem] if problem else [])
