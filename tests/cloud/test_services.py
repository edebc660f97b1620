"""Addresses of services, whatever form the operator's catalog has."""

import pytest

from calor.cloud.services import Address, address_of, service_of


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("http://h:9696", Address("http://h:9696")),
        ("http://h:9696/", Address("http://h:9696")),
        ("http://h/network/", Address("http://h/network")),
        ("http://h:9696/v2.0/", Address("http://h:9696", "v2.0")),
        ("https://h/compute/v2.1", Address("https://h/compute", "v2.1")),
        ("http://h:8776/v3/4f2a", Address("http://h:8776", "v3", "/4f2a")),
        ("http://h/v1/AUTH_4f2a", Address("http://h", "v1", "/AUTH_4f2a")),
        ("http://v1.example.com/vm", Address("http://v1.example.com/vm")),
    ],
)
def test_an_address_has_a_root_a_version_and_a_rest(url, address):
    assert address_of(url) == address


@pytest.mark.parametrize(
    ("url", "path", "joined"),
    [
        ("http://h:9696/v2.0", "/networks", "http://h:9696/v2.0/networks"),
        ("http://h:9696/v2.0", "/v2.0/networks", "http://h:9696/v2.0/networks"),
        ("http://h:8776/v3/4f2a", "/volumes", "http://h:8776/v3/4f2a/volumes"),
        ("http://h:8776/v3/4f2a", "/v3/volumes", "http://h:8776/v3/4f2a/volumes"),
        ("http://h:9292/v2", "/v1/tasks", "http://h:9292/v1/tasks"),
        ("http://h/placement", "/traits", "http://h/placement/traits"),
        ("http://h/v1/AUTH_4f2a", "/box/v2/a", "http://h/v1/AUTH_4f2a/box/v2/a"),
    ],
)
def test_a_path_stands_behind_the_version_however_it_is_written(url, path, joined):
    assert address_of(url).join(path) == joined


def test_a_service_is_known_by_all_its_names():
    assert service_of("volumev3") is service_of("block-storage")
    assert service_of("messaging").type == "message"
    assert service_of("something-new").version is None


def test_a_microversion_is_asked_for_by_the_name_that_the_service_goes_by():
    assert service_of("block-storage").microversion_headers("3.70") == {
        "OpenStack-API-Version": "volume 3.70"
    }
    assert service_of("placement").microversion_headers("1.39") == {
        "OpenStack-API-Version": "placement 1.39"
    }
