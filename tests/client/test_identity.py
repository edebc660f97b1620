import pytest

from calor.client.access import with_project
from calor.client.cloud_config import CloudConfig
from calor.client.faults import NoService, Refused
from calor.client.identity import endpoint_of, get_access, request_of
from tests.client.fake_heat import PROJECT

TOKEN = {"token": "t"}
PASSWORD = {"password": "p"}


def config(auth_type="password", **more):
    endpoint = more.pop("endpoint", None)
    region = more.pop("region", None)
    return CloudConfig(
        name="the cloud", auth_type=auth_type, auth=more, endpoint=endpoint, region=region
    )


def test_a_password_gets_a_token_and_the_place_of_the_service(heat, transport):
    auth = {"username": "ann", "password": "secret", "project_name": "shop"}
    access = get_access(config(auth_url=f"{heat.url}/identity", **auth), transport)
    assert access.url == heat.endpoint
    assert access.headers["X-Auth-Token"] in heat.tokens
    sent = heat.asked[-1][2]["auth"]
    assert sent["scope"] == {"project": {"name": "shop", "domain": {"id": "default"}}}
    assert access.headers["X-Auth-Token"] not in repr(access)


def test_a_wrong_password_is_told(heat, transport):
    auth = {"username": "ann", "password": "wrong", "project_name": "shop"}
    with pytest.raises(Refused, match="does not let you in"):
        get_access(config(auth_url=f"{heat.url}/identity/v3", **auth), transport)


def test_an_endpoint_that_is_given_wins_over_the_catalog(heat, transport):
    given = config(
        "token", auth_url=f"{heat.url}/identity", **TOKEN, endpoint="http://x/%(project_id)s/"
    )
    assert get_access(given, transport).url == f"http://x/{PROJECT}"


def test_a_token_that_is_known_needs_no_identity_service(transport):
    access = get_access(config("admin_token", **TOKEN, endpoint="http://x/v1/p1"), transport)
    assert (access.url, access.headers) == ("http://x/v1/p1", {"X-Auth-Token": "t"})


def test_a_standalone_service_gets_name_and_password(transport):
    given = config("none", username="ann", **PASSWORD, endpoint="http://x/%(tenant_id)s")
    assert get_access(given, transport).headers == {"X-Auth-User": "ann", "X-Auth-Key": "p"}


def test_without_an_address_nobody_can_be_asked_directly(transport):
    with pytest.raises(NoService, match="OS_ENDPOINT"):
        get_access(config("none"), transport)


@pytest.mark.parametrize(
    ("auth_type", "auth", "expected"),
    [
        (
            "v3applicationcredential",
            {"application_credential_id": "i", "application_credential_secret": "s"},
            {"methods": ["application_credential"]},
        ),
        ("v3token", {"token": "t", "trust_id": "x"}, {"methods": ["token"], "token": {"id": "t"}}),
        ("v3password", {"user_id": "u", "password": "p"}, {"methods": ["password"]}),
    ],
)
def test_each_way_in_is_asked_for_by_its_name(auth_type, auth, expected):
    sent = request_of(config(auth_type, **auth))["identity"]
    assert expected.items() <= sent.items()


def test_a_trust_is_a_scope():
    sent = request_of(config("token", **TOKEN, trust_id="x"))
    assert sent["scope"] == {"OS-TRUST:trust": {"id": "x"}}


@pytest.mark.parametrize("missing", ["password", "username"])
def test_what_is_missing_is_named_as_it_would_be_given(missing):
    auth = {"username": "ann", "password": "p", "project_id": "x"}
    del auth[missing]
    with pytest.raises(NoService, match=f"set OS_{missing.upper()}"):
        request_of(config(**auth))


CATALOG = [
    {"type": "compute", "endpoints": []},
    {
        "type": "orchestration",
        "endpoints": [{"interface": "public", "region_id": "one", "url": "http://one"}],
    },
]


def test_an_endpoint_is_found_by_region():
    assert endpoint_of(config(region="one"), CATALOG) == "http://one"
    assert endpoint_of(config(), CATALOG) == "http://one"


def test_a_region_without_the_service_is_told():
    with pytest.raises(NoService, match="no orchestration service in region 'two'; it has one in"):
        endpoint_of(config(region="two"), CATALOG)


def test_a_cloud_without_the_service_is_told():
    with pytest.raises(NoService, match="no public endpoint of type 'orchestration'"):
        endpoint_of(config(), [])


def test_the_place_of_the_project_is_filled():
    assert with_project("http://x/v1/$(tenant_id)s/", "p") == "http://x/v1/p"
