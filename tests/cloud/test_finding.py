"""Objects are found by id first, then by name; a name that fits several is refused."""

import pytest

from calor.core.errors import CloudNotFound, CloudRefused
from tests.cloud.fake import Says

ID = "0b4f2f2c-6d5e-4f3a-9a59-0c6f3d9a1e11"
OTHER = "1b4f2f2c-6d5e-4f3a-9a59-0c6f3d9a1e11"


async def test_an_id_is_looked_at(fake, cloud):
    fake.on("GET", f"/network/v2.0/networks/{ID}", Says(body={"network": {"id": ID}}))
    assert await cloud.find("neutron.network", ID) == ID


async def test_a_name_is_asked_for(fake, cloud):
    listing = {"networks": [{"id": ID, "name": "blue"}]}
    fake.on("GET", "/network/v2.0/networks", Says(body=listing))
    assert await cloud.find("neutron.network", "blue") == ID
    assert fake.asked("/network/v2.0/networks")[0].query == {"name": "blue"}


async def test_a_name_may_look_like_an_id(fake, cloud):
    listing = {"networks": [{"id": OTHER, "name": ID}]}
    fake.on("GET", "/network/v2.0/networks", Says(body=listing))
    assert await cloud.find("neutron.network", ID) == OTHER


async def test_a_name_that_fits_several_is_refused_with_their_ids(fake, cloud):
    listing = {"images": [{"id": ID, "name": "os"}, {"id": OTHER, "name": "os"}]}
    fake.on("GET", "/image/v2/images", Says(body=listing))
    with pytest.raises(CloudRefused, match=f"2 of glance.image .*{ID}, {OTHER}"):
        await cloud.find("glance.image", "os")


async def test_a_name_must_fit_as_a_whole(fake, cloud):
    listing = {"servers": [{"id": ID, "name": "web-2"}, {"id": OTHER, "name": "web"}]}
    fake.on("GET", "/compute/v2.1/servers", Says(body=listing))
    assert await cloud.find("nova.server", "web") == OTHER
    assert fake.asked("/compute/v2.1/servers")[0].query == {"name": "^web$"}


async def test_a_flavor_that_is_not_there_is_said_with_those_that_are_like_it(fake, cloud):
    flavors = {"flavors": [{"id": "1", "name": "m1.tiny"}, {"id": "2", "name": "m1.small"}]}
    fake.on("GET", "/compute/v2.1/flavors", Says(body=flavors))
    assert await cloud.find("nova.flavor", "m1.small") == "2"
    with pytest.raises(CloudNotFound, match=r"no nova.flavor 'm1.tinny'; .*m1\.tiny"):
        await cloud.find("nova.flavor", "m1.tinny")


async def test_a_security_group_is_looked_for_in_the_own_project(fake, cloud):
    listing = {"security_groups": [{"id": ID, "name": "default"}]}
    fake.on("GET", "/network/v2.0/security-groups", Says(body=listing))
    assert await cloud.find("neutron.security_group", "default") == ID
    (heard,) = fake.asked("/network/v2.0/security-groups")
    assert heard.query == {"name": "default", "project_id": "project-1"}


async def test_a_user_may_be_named_with_their_domain(fake, cloud):
    fake.on("GET", "/identity/v3/domains/acme", Says(body={"domain": {"id": "d-1"}}))
    fake.on("GET", "/identity/v3/users", Says(body={"users": [{"id": "u-1", "name": "joe"}]}))
    assert await cloud.find("keystone.user", "joe{acme}") == "u-1"
    assert fake.asked("/identity/v3/users")[0].query == {"name": "joe", "domain_id": "d-1"}


async def test_a_key_pair_has_only_a_name(fake, cloud):
    fake.on("GET", "/compute/v2.1/os-keypairs/my key", Says(body={"keypair": {"name": "my key"}}))
    assert await cloud.find("nova.keypair", "my key") == "my key"
    with pytest.raises(CloudNotFound, match=r"no nova\.keypair 'other'"):
        await cloud.find("nova.keypair", "other")


async def test_no_name_leads_out_of_its_collection(fake, cloud):
    with pytest.raises(CloudNotFound):
        await cloud.find("nova.keypair", "../servers/1")
    assert fake.heard[-1].path == "/compute/v2.1/os-keypairs/../servers/1"


async def test_what_was_found_is_remembered_and_what_was_not_is_asked_again(fake, cloud):
    for _ in range(2):
        with pytest.raises(CloudNotFound):
            await cloud.find("neutron.network", "blue")
    fake.on("GET", "/network/v2.0/networks", Says(body={"networks": [{"id": ID, "name": "blue"}]}))
    for _ in range(2):
        assert await cloud.find("neutron.network", "blue") == ID
    assert len(fake.asked("/network/v2.0/networks")) == 3


async def test_a_kind_that_nobody_knows_is_refused(cloud):
    with pytest.raises(CloudRefused, match=r"neutron\.netwrk.*neutron\.network"):
        await cloud.find("neutron.netwrk", "blue")
