"""One credential's cloud: requests go out signed, and come back as replies or errors."""

import asyncio

import pytest

from calor.cloud.clouds import OpenStackClouds
from calor.cloud.settings import Patience
from calor.core.errors import CloudConflict, CloudNotFound, CloudRefused, CloudUnavailable
from calor.plugin.cloud import Request
from tests.cloud.fake import ACCOUNT, Says, lose, never

SERVERS = Request(service="compute", method="GET", path="/servers")
CREATE = Request(service="compute", method="POST", path="/servers", body={"server": {"a": 1}})


async def test_a_request_goes_to_the_address_in_the_catalog_with_a_token(fake, cloud):
    fake.on("GET", "/compute/v2.1/servers", Says(body={"servers": []}, headers={"X-A": "b"}))
    reply = await cloud.send(SERVERS)
    assert (reply.status, reply.body, reply.headers["x-a"]) == (200, {"servers": []}, "b")
    (heard,) = fake.asked("/compute/v2.1/servers")
    assert heard.headers["X-Auth-Token"] == "token-1"
    assert heard.headers["X-OpenStack-Request-ID"] == cloud.correlation


@pytest.mark.parametrize("path", ["/networks", "/v2.0/networks"])
async def test_a_path_is_the_same_with_and_without_its_version(fake, cloud, path):
    fake.on("GET", "/network/v2.0/networks", Says(body={"networks": []}))
    assert (await cloud.send(Request(service="network", method="GET", path=path))).status == 200


async def test_a_project_in_the_address_stays_between_version_and_path(fake, cloud):
    fake.on("GET", "/volume/v3/project-1/volumes", Says(body={}))
    await cloud.send(Request(service="block-storage", method="GET", path="/v3/volumes"))
    await cloud.send(Request(service="volume", method="GET", path="/volumes"))
    assert len(fake.asked("/volume/v3/project-1/volumes")) == 2


async def test_a_microversion_is_asked_for_in_both_ways(fake, cloud):
    fake.on("GET", "/compute/v2.1/servers", Says(body={}))
    await cloud.send(Request(service="compute", method="GET", path="/servers", microversion="2.90"))
    (heard,) = fake.asked("/compute/v2.1/servers")
    assert heard.headers["OpenStack-API-Version"] == "compute 2.90"
    assert heard.headers["X-OpenStack-Nova-API-Version"] == "2.90"


async def test_the_highest_microversion_is_asked_of_the_service_once(fake, cloud):
    version = {"id": "v2.1", "version": "2.79", "min_version": "2.1"}
    fake.on("GET", "/compute/v2.1/", Says(body={"version": version}))
    assert await cloud.microversion("compute", "2.90") == "2.79"
    assert await cloud.microversion("compute", "2.42") == "2.42"
    assert await cloud.microversion("compute", "2.0") is None
    assert len(fake.asked("/compute/v2.1/")) == 1


async def test_a_token_that_was_revoked_is_replaced_and_the_request_repeated_once(fake, cloud):
    fake.on("POST", "/compute/v2.1/servers", Says(202, body={"server": {"id": "1"}}))
    await cloud.send(CREATE)
    fake.revoke_all()
    assert (await cloud.send(CREATE)).status == 202
    tokens = [one.headers["X-Auth-Token"] for one in fake.asked("/compute/v2.1/servers")]
    assert tokens == ["token-1", "token-1", "token-2"]


async def test_many_at_once_with_a_revoked_token_log_in_once(fake, cloud):
    fake.on("GET", "/compute/v2.1/servers", Says(body={}))
    await cloud.send(SERVERS)
    fake.revoke_all()
    await asyncio.gather(*(cloud.send(SERVERS) for _ in range(20)))
    assert len(fake.logins) == 2


async def test_one_who_is_not_let_in_twice_is_refused(fake, cloud):
    fake.on("GET", "/compute/v2.1/servers", Says(401, {"error": {"message": "never"}}))
    with pytest.raises(CloudRefused, match="never"):
        await cloud.send(SERVERS)
    assert len(fake.asked("/compute/v2.1/servers")) == 2


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (400, CloudRefused),
        (403, CloudRefused),
        (404, CloudNotFound),
        (409, CloudConflict),
        (500, CloudUnavailable),
    ],
)
async def test_each_status_has_its_error_with_what_the_service_said(fake, cloud, status, error):
    said = Says(status, {"x": {"message": "no more"}}, {"x-openstack-request-id": "req-7"})
    fake.on("POST", "/compute/v2.1/servers", said)
    with pytest.raises(error) as caught:
        await cloud.send(CREATE)
    assert type(caught.value) is error
    assert str(caught.value) == "compute: POST /servers: no more (request req-7)"
    assert caught.value.status == status
    assert len(fake.asked("/compute/v2.1/servers")) == 1


@pytest.mark.parametrize("status", [502, 503, 504])
async def test_what_does_no_harm_is_asked_again_of_a_service_that_is_down(fake, cloud, status):
    fake.on("GET", "/compute/v2.1/servers", Says(status), Says(status), Says(body={}))
    assert (await cloud.send(SERVERS)).status == 200


@pytest.mark.parametrize("trouble", [Says(503), lose])
async def test_a_creation_whose_reply_is_lost_is_not_sent_again(fake, cloud, trouble):
    fake.on("POST", "/compute/v2.1/servers", trouble, Says(202, {"server": {"id": "2"}}))
    with pytest.raises(CloudUnavailable):
        await cloud.send(CREATE)
    assert len(fake.asked("/compute/v2.1/servers")) == 1


async def test_a_creation_that_may_be_repeated_is(fake, cloud):
    fake.on("POST", "/compute/v2.1/servers", lose, Says(202, {"server": {"id": "2"}}))
    again = Request(service="compute", method="POST", path="/servers", may_repeat=True)
    assert (await cloud.send(again)).status == 202


async def test_too_many_requests_are_sent_again_after_a_while_whatever_they_are(fake, cloud):
    fake.on(
        "POST",
        "/compute/v2.1/servers",
        Says(429, {"overLimit": {"message": "slow down"}}, {"Retry-After": "0"}),
        Says(202, {"server": {"id": "1"}}),
    )
    assert (await cloud.send(CREATE)).status == 202
    fake.on("POST", "/compute/v2.1/servers", Says(429, {"overLimit": {"message": "slow down"}}))
    with pytest.raises(CloudUnavailable, match="slow down"):
        await cloud.send(CREATE)
    assert len(fake.asked("/compute/v2.1/servers")) == 2 + 5


async def test_a_service_that_says_nothing_is_given_up(fake):
    patience = Patience(first_pause=0.001, repeats=1, answer_seconds=0.05)
    clouds = OpenStackClouds(fake.settings(patience=patience))
    fake.on("GET", "/compute/v2.1/servers", never)
    with pytest.raises(CloudUnavailable, match="no answer in time"):
        await clouds.of_account(ACCOUNT).send(SERVERS)
    assert len(fake.asked("/compute/v2.1/servers")) == 2
    await clouds.close()


async def test_no_more_requests_are_in_flight_than_allowed(fake):
    clouds = OpenStackClouds(fake.settings(patience=Patience(at_once=3)))
    cloud = clouds.of_account(ACCOUNT)

    async def after_a_turn(request):
        await asyncio.sleep(0)
        return await Says(body={})(request)

    fake.on("GET", "/compute/v2.1/servers", after_a_turn)
    await cloud.project()
    fake.busiest = 0
    await asyncio.gather(*(cloud.send(SERVERS) for _ in range(30)))
    assert 1 < fake.busiest <= 3
    await clouds.close()


async def test_bytes_are_sent_as_they_are(fake, cloud):
    fake.on("PUT", "/image/v2/images/1/file", Says(204))
    await cloud.send(Request(service="image", method="PUT", path="/images/1/file", body=b"\0\1"))
    (heard,) = fake.asked("/image/v2/images/1/file")
    assert heard.headers["Content-Type"] == "application/octet-stream"
    assert heard.headers["Content-Length"] == "2"


async def test_whose_cloud_it_is_and_where(cloud):
    assert await cloud.project() == "project-1"
    assert await cloud.region() == "here"


async def test_nothing_secret_is_shown(fake, cloud):
    fake.on("GET", "/compute/v2.1/servers", Says(403, {"forbidden": {"message": "no"}}))
    with pytest.raises(CloudRefused) as caught:
        await cloud.send(SERVERS)
    shown = f"{cloud!r} {cloud.login!r} {caught.value!r} {cloud.transport!r} {ACCOUNT!r}"
    assert "secret" not in shown
    assert "token-" not in shown
