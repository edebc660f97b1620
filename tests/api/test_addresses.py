"""Links lead to where callers see the service."""

from calor.api.addresses import ACCEPTED, address_of, without_version

SCOPE = {"scheme": "http", "server": ("10.0.0.1", 8004), "root_path": ""}
PROXIED = {
    "host": "inner:8004",
    "x-forwarded-proto": "https",
    "x-forwarded-host": "cloud.example, inner",
    "x-forwarded-prefix": "/orchestration",
}


def test_an_address_follows_the_host_that_was_asked():
    assert address_of(SCOPE, {"host": "calor:8004"}, trusts_proxy=False) == "http://calor:8004"
    assert address_of(SCOPE, {}, trusts_proxy=False) == "http://10.0.0.1:8004"


def test_a_proxy_counts_only_if_it_is_trusted():
    assert address_of(SCOPE, PROXIED, trusts_proxy=False) == "http://inner:8004"
    assert address_of(SCOPE, PROXIED, trusts_proxy=True) == "https://cloud.example/orchestration"


def test_both_names_of_the_version_mean_the_same():
    assert without_version("/v1/p/stacks", {}) == "/v1/p/stacks"
    assert without_version("/v1.0/p/stacks", {}) == "/v1/p/stacks"
    assert without_version("/p/stacks", {"accept": ACCEPTED}) == "/v1/p/stacks"
    assert without_version("/v2/p/stacks", {}) == "/v2/p/stacks"
