import pytest

from calor.client.cloud_config import CloudConfig
from calor.client.faults import NoService
from calor.client.identity import get_access


def test_any_plugin_of_keystoneauth_may_be_named(transport):
    config = CloudConfig(
        name="x",
        auth_type="http_basic",
        auth={"username": "ann", "password": "p", "endpoint": "http://x"},
        endpoint="http://x/v1/p1",
    )
    access = get_access(config, transport)
    assert access.url == "http://x/v1/p1"
    assert access.headers["Authorization"].startswith("Basic ")


def test_an_unknown_plugin_is_told(transport):
    config = CloudConfig(name="the cloud", auth_type="telepathy", auth={})
    with pytest.raises(NoService, match=r"cannot get into the cloud: .*telepathy"):
        get_access(config, transport)
