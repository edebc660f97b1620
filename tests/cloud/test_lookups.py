"""A template is checked against the cloud, unless the cloud does not tell."""

import asyncio

import pytest

from calor.cloud.lookups import CloudLookups
from tests.cloud.fake import Says, never

FLAVOR, NETWORK = ("nova.flavor", "m1.tinny"), ("neutron.network", "blue")


@pytest.fixture(autouse=True)
def flavors(fake):
    listing = {"flavors": [{"id": "1", "name": "m1.tiny"}]}
    fake.on("GET", "/compute/v2.1/flavors", Says(body=listing))


async def test_what_is_not_there_is_said(cloud):
    problems = await CloudLookups(cloud).problems([FLAVOR, ("nova.flavor", "m1.tiny")])
    assert list(problems) == [FLAVOR]
    assert problems[FLAVOR].startswith("there is no nova.flavor 'm1.tinny'")


async def test_a_name_that_fits_several_is_said(fake, cloud):
    twice = [{"id": one, "name": "blue"} for one in "12"]
    fake.on("GET", "/network/v2.0/networks", Says(body={"networks": twice}))
    assert "by its id" in (await CloudLookups(cloud).problems([NETWORK]))[NETWORK]


@pytest.mark.parametrize("said", [Says(403), Says(500)])
async def test_what_the_cloud_does_not_tell_is_believed(fake, cloud, said):
    fake.on("GET", "/network/v2.0/networks", said)
    assert list(await CloudLookups(cloud).problems([NETWORK, FLAVOR])) == [FLAVOR]


async def test_nobody_waits_long_for_a_cloud_that_says_nothing(fake, cloud):
    fake.on("GET", "/network/v2.0/networks", never)
    await cloud.find("nova.flavor", "m1.tiny")
    async with asyncio.timeout(5):
        problems = await CloudLookups(cloud, seconds=0.5).problems([NETWORK, FLAVOR])
    assert list(problems) == [FLAVOR]
