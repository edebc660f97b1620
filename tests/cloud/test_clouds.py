"""One cloud for each credential, as long as it is used now and then."""

from dataclasses import replace

from calor.cloud.clouds import OpenStackClouds
from calor.plugin.cloud import NoCloud, Request
from calor.store.records import CredentialRecord
from tests.cloud.fake import ACCOUNT, Says

RECORD = CredentialRecord(id="1", kind="password", body={"user_id": "joe-1", "password": "secret"})


async def test_a_stack_without_a_credential_has_no_cloud(clouds):
    assert isinstance(clouds("project-1", None), NoCloud)


async def test_the_same_credential_logs_in_once_whoever_uses_it(fake, clouds):
    first, second = clouds("project-1", RECORD), clouds("project-1", RECORD)
    await first.project()
    await second.project()
    assert len(fake.logins) == 1
    await clouds("project-1", replace(RECORD, body={**RECORD.body, "user_id": "ann"})).project()
    assert len(fake.logins) == 2


async def test_each_purpose_is_told_apart_by_its_correlation(fake, clouds):
    fake.on("GET", "/compute/v2.1/servers", Says(body={}))
    for _ in range(2):
        cloud = clouds("project-1", RECORD)
        await cloud.send(Request(service="compute", method="GET", path="/servers"))
    heard = fake.asked("/compute/v2.1/servers")
    assert len({one.headers["X-OpenStack-Request-ID"] for one in heard}) == 2


async def test_the_credential_that_was_not_used_for_the_longest_time_is_forgotten(fake):
    clouds = OpenStackClouds(fake.settings(remembered_logins=2))
    for user in ("a", "b", "a", "c", "a", "b"):
        await clouds.of_account(replace(ACCOUNT, username=user)).project()
    names = [one["identity"]["password"]["user"]["name"] for one in fake.logins]
    assert names == ["a", "b", "c", "b"]
    await clouds.close()


async def test_a_token_for_somebody_else_is_new_each_time(clouds):
    tokens = [await clouds.new_token(ACCOUNT) for _ in range(2)]
    assert tokens == ["token-1", "token-2"]
