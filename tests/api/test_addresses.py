"""Addresses: versions in paths, and the service behind proxies."""

import pytest

from calor.api.addresses import CHOICES, address_of, without_version

SCOPE = {"scheme": "http", "server": ("10.0.0.1", 8004), "root_path": ""}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("/v1/p/stacks", "/v1/p/stacks"),
        ("/v1.0/p/stacks", "/v1/p/stacks"),
        ("/v1", "/v1"),
        ("/v2/p", CHOICES),
        ("/v1.1", CHOICES),
        ("/v99999999999", "/v99999999999"),
        ("/other", "/other"),
    ],
)
def test_a_version_is_found_in_a_path(path, found):
    assert without_version(path, {}) == found


def test_a_version_may_stand_in_what_is_accepted():
    accept = "application/vnd.openstack.orchestration-v1.0"
    assert without_version("/p/stacks", {"accept": accept}) == "/v1/p/stacks"
    assert without_version("/p/stacks", {"accept": accept.replace("v1", "v7")}) == CHOICES
    assert without_version("/p/stacks", {"accept": "text/html"}) == "/p/stacks"
    assert without_version("/metrics", {"accept": accept}) == "/metrics"


def test_the_service_is_where_the_caller_says_it_is():
    assert address_of(SCOPE, {"host": "heat.test"}, trusts_proxy=False) == "http://heat.test"
    assert address_of(SCOPE, {}, trusts_proxy=False) == "http://10.0.0.1:8004"


def test_a_proxy_is_believed_only_if_it_is_trusted():
    headers = {
        "host": "inside",
        "x-forwarded-proto": "https",
        "x-forwarded-host": "outside.test, inside",
        "x-forwarded-prefix": "/orchestration/",
    }
    assert address_of(SCOPE, headers, trusts_proxy=False) == "http://inside"
    assert address_of(SCOPE, headers, trusts_proxy=True) == "https://outside.test/orchestration"
