"""Requests to real services: addresses, versions, errors, names, and looking at many things."""

import asyncio

import pytest

from calor.core.errors import CloudNotFound, CloudRefused
from calor.plugin.cloud import Request, Shelf

NETWORKS = Shelf(service="network", path="/v2.0/networks", key="networks")


def ask(service, path, method="GET", **more):
    return Request(service=service, method=method, path=path, **more)


async def make_networks(cloud, *names):
    made = [
        await cloud.send(ask("network", "/networks", "POST", body={"network": {"name": name}}))
        for name in names
    ]
    return [one.body["network"]["id"] for one in made]


async def drop_networks(cloud, ids):
    for one in ids:
        await cloud.send(ask("network", f"/networks/{one}", "DELETE"))


@pytest.mark.parametrize(
    ("service", "paths", "key"),
    [
        ("compute", ("/flavors", "/v2.1/flavors"), "flavors"),
        ("network", ("/networks", "/v2.0/networks"), "networks"),
        ("image", ("/images", "/v2/images"), "images"),
        ("block-storage", ("/volumes", "/v3/volumes"), "volumes"),
        ("identity", ("/auth/projects", "/v3/auth/projects"), "projects"),
    ],
)
async def test_a_path_leads_to_a_service_however_it_is_written(cloud, service, paths, key):
    for path in paths:
        assert key in (await cloud.send(ask(service, path))).body


async def test_services_tell_which_microversions_they_speak(cloud):
    assert await cloud.microversion("compute", "2.60") == "2.60"
    assert await cloud.microversion("block-storage", "3.50") == "3.50"
    assert await cloud.microversion("network", "2.0") is None
    newest = await cloud.microversion("compute", "2.60")
    flavors = await cloud.send(ask("compute", "/flavors", microversion=newest))
    assert flavors.headers["openstack-api-version"] == "compute 2.60"


@pytest.mark.parametrize(
    ("request_", "error", "said"),
    [
        (ask("network", "/networks", "POST", body={"network": {"x": 1}}), CloudRefused, "'x'"),
        (ask("compute", "/servers", "POST", body={"server": {}}), CloudRefused, "'name'"),
        (ask("compute", "/servers/nowhere"), CloudNotFound, "nowhere could not be found"),
        (ask("image", "/images/nowhere"), CloudNotFound, "No image found"),
        (ask("block-storage", "/volumes/nowhere"), CloudNotFound, "nowhere could not be found"),
        (ask("identity", "/users"), CloudRefused, "not authorized"),
    ],
)
async def test_an_error_says_what_the_service_said(cloud, request_, error, said):
    with pytest.raises(error, match=said) as caught:
        await cloud.send(request_)
    assert caught.value.request_id.startswith("req-")


async def test_a_revoked_token_is_replaced(cloud):
    token = await cloud.login.token()
    revoke = ask("identity", "/auth/tokens", "DELETE", headers={"X-Subject-Token": token})
    await cloud.send(revoke)
    async with asyncio.timeout(60):  # a process of Keystone may believe a token for a while
        while await cloud.login.token() == token:
            assert (await cloud.send(ask("identity", "/auth/projects"))).body["projects"]


async def test_objects_are_found_by_name_and_by_id(cloud, town):
    ids = await make_networks(cloud, f"{town.name}-a", f"{town.name}-b", f"{town.name}-b")
    try:
        assert await cloud.find("neutron.network", f"{town.name}-a") == ids[0]
        assert await cloud.find("neutron.network", ids[1]) == ids[1]
        with pytest.raises(CloudRefused, match="give one by its id"):
            await cloud.find("neutron.network", f"{town.name}-b")
        with pytest.raises(CloudNotFound):
            await cloud.find("neutron.network", f"{town.name}-c")
    finally:
        await drop_networks(cloud, ids)


async def test_every_project_has_its_own_default_security_group(cloud, town):
    found = await cloud.find("neutron.security_group", "default")
    assert found != await town.admin.find("neutron.security_group", "default")


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("nova.flavor", "m1.tiny"),
        ("cinder.vtype", "__DEFAULT__"),
        ("keystone.role", "member"),
        ("keystone.domain", "Default"),
        ("keystone.project", "admin{default}"),
        ("keystone.user", "admin"),
        ("keystone.service", "nova"),
        ("keystone.region", "RegionOne"),
    ],
)
async def test_what_every_cloud_has_is_found(town, kind, name):
    assert await town.admin.find(kind, name)


@pytest.mark.parametrize(
    "kind",
    [
        "cinder.backup",
        "cinder.qos_specs",
        "cinder.snapshot",
        "cinder.volume",
        "glance.image",
        "keystone.group",
        "neutron.address_scope",
        "neutron.port",
        "neutron.router",
        "neutron.subnet",
        "neutron.subnetpool",
        "nova.flavor",
        "nova.host",
        "nova.keypair",
        "nova.server",
    ],
)
async def test_what_no_cloud_has_is_not_found(town, kind):
    with pytest.raises(CloudNotFound, match=f"there is no {kind}"):
        await town.admin.find(kind, "surely nobody (calls) it that")


async def test_many_objects_are_seen_together_and_those_that_are_gone_are_none(cloud, town):
    ids = await make_networks(cloud, *(f"{town.name}-{number}" for number in range(6)))
    try:
        seen = await asyncio.gather(*(cloud.watch(NETWORKS, one) for one in ids))
        assert [one["id"] for one in seen] == ids
        assert (await cloud.watch(NETWORKS, ids[0]))["name"] == f"{town.name}-0"
    finally:
        await drop_networks(cloud, ids)
    assert await asyncio.gather(*(cloud.watch(NETWORKS, one) for one in ids)) == [None] * 6
