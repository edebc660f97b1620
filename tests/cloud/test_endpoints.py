"""Services are found in the catalog, by interface and region."""

from dataclasses import replace

import pytest

from calor.cloud.clouds import OpenStackClouds
from calor.cloud.services import Address, service_of
from calor.cloud.settings import Reach
from calor.core.errors import CloudRefused
from calor.plugin.cloud import Request
from tests.cloud.fake import ACCOUNT, Says


async def address(cloud, service):
    return await cloud.endpoints.address(service_of(service), cloud.login)


async def test_an_address_without_a_version_gets_the_one_that_the_service_names(fake, cloud):
    links = [{"rel": "self", "href": "http://inside/v2.0/"}]
    fake.on("GET", "/network/", Says(300, {"versions": [{"id": "v2.0", "links": links}]}))
    assert await address(cloud, "network") == Address(f"{fake.url}/network", "v2.0")
    assert await address(cloud, "network") == Address(f"{fake.url}/network", "v2.0")
    assert len(fake.asked("/network/")) == 1


async def test_a_service_that_names_no_version_is_believed_to_have_the_usual_one(fake, cloud):
    fake.on("GET", "/network/", Says(403, text="go away"))
    assert (await address(cloud, "network")).version == "v2.0"


async def test_what_a_service_says_serves_all_credentials(fake, clouds):
    fake.on("GET", "/network/", Says(body={"versions": []}))
    for user in ("joe", "ann"):
        await address(clouds.of_account(replace(ACCOUNT, username=user)), "network")
    assert len(fake.logins) == 2
    assert len(fake.asked("/network/")) == 1


async def test_the_best_of_several_names_is_taken(fake, cloud):
    fake.services["block-storage"] = "/best/v3"
    assert (await address(cloud, "volume")).root == f"{fake.url}/best"


async def test_a_service_that_is_not_in_the_catalog_is_refused(cloud):
    with pytest.raises(CloudRefused, match="no public address of a dns service in here"):
        await address(cloud, "dns")


@pytest.mark.parametrize(
    "change", [{"region": "there"}, {"services": {"compute": Reach(interface="internalURL")}}]
)
async def test_another_region_or_interface_has_other_addresses(fake, change):
    clouds = OpenStackClouds(fake.settings(**change))
    with pytest.raises(CloudRefused, match="compute"):
        await address(clouds.of_account(ACCOUNT), "compute")
    await clouds.close()


async def test_a_request_may_mean_another_region(cloud):
    request = Request(service="compute", method="GET", path="/servers", region="there")
    with pytest.raises(CloudRefused, match="compute service in there"):
        await cloud.send(request)
