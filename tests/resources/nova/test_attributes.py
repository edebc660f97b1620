"""What a server's attributes tell of addresses and consoles."""

import pytest

from calor.resources.nova.attributes import consoles_read, first_address_of
from calor.resources.nova.server import Server
from tests.resources.neutron.network_service import put
from tests.resources.nova.compute_service import a_compute_service
from tests.resources.work import Work

BASE = {"image": "cirros", "flavor": "small", "user_data_format": "RAW"}


@pytest.fixture
def work():
    cloud = a_compute_service()
    address = {"port_id": "p1", "fixed_ip_address": "10.1.0.7"}
    put(cloud, "neutron.floatingip", "f1", floating_ip_address="172.24.4.9", **address)
    return Work(cloud, Server).create(**BASE, networks=[{"port": "p1"}, {"port": "p2"}])


def test_networks_go_by_their_names_and_ids(work):
    assert work.attribute("networks") == {
        "name-of-n1": ["10.1.0.7"],
        "n1": ["10.1.0.7"],
        "name-of-n2": ["10.2.0.7"],
        "n2": ["10.2.0.7"],
    }


def test_addresses_tell_their_ports_subnets_and_networks(work):
    found = work.attribute("addresses")
    assert found["n1"] == found["name-of-n1"]
    floating, fixed = found["n1"]
    assert floating == {
        "addr": "172.24.4.9",
        "version": 4,
        "OS-EXT-IPS-MAC:mac_addr": "fa:16:3e:00:00:01",
        "OS-EXT-IPS:type": "floating",
        "port": None,
    }
    assert (fixed["addr"], fixed["port"], fixed["OS-EXT-IPS:type"]) == ("10.1.0.7", "p1", "fixed")
    assert (fixed["subnets"][0]["id"], fixed["network"]["id"]) == ("s1", "n1")


def test_a_network_that_is_gone_goes_by_its_id(work):
    del work.cloud.collections["/v2.0/networks"].things["n2"]
    assert set(work.attribute("addresses")) == {"name-of-n1", "n1", "n2"}


def test_the_first_address_is_of_the_last_network(work):
    assert work.attribute("first_address") == "10.2.0.7"
    assert first_address_of({"addresses": {}}) == ""


def test_a_console_that_cannot_be_had_says_why(work):
    found = work.attribute("console_urls")
    assert found["novnc"] == f"https://console/{work.physical_id}"
    assert found["serial"] == "Cannot get console url: Unavailable console type serial."
    assert len(found) == 6


def test_only_consoles_that_are_read_are_asked_for():
    assert consoles_read([("console_urls", "novnc"), ("name",)]) == ["novnc"]
    assert len(consoles_read([("console_urls",), ("console_urls", "novnc")])) == 6


def test_a_console_of_no_known_kind_is_told(work):
    work.reads = [("console_urls", "telepathy")]
    work.check()
    assert work.attributes["console_urls"] == {"telepathy": "Unsupported console_type 'telepathy'"}
