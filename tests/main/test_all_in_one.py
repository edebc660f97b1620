"""Everything in one process: one login, and a stack comes up; a restart loses nothing."""

import httpx
import pytest

from calor.client.cloud_config import config_of
from calor.core.errors import CalorError
from calor.main.all_in_one import Addresses, all_in_one
from calor.main.behind import named_behind
from calor.main.data_directory import DataDirectory, DirectoryInUse
from tests.main.asking import ANY_PORT, Asking

ONE = {
    "heat_template_version": "2018-08-31",
    "resources": {"it": {"type": "OS::Heat::RandomString"}},
    "outputs": {"text": {"value": {"get_attr": ["it", "value"]}}},
}


async def test_a_stack_comes_up_and_is_there_after_a_restart(tmp_path):
    directory = DataDirectory.at(tmp_path)
    async with all_in_one(directory, ANY_PORT) as running, Asking(running) as asking:
        stack_id = await asking.create("one", ONE)
        shown = await asking.rest("one", stack_id)
        assert shown["stack_status"] == "CREATE_COMPLETE"
        assert shown["stack_owner"] == "demo"
    async with all_in_one(directory, ANY_PORT) as running, Asking(running) as asking:
        again = await asking.rest("one", stack_id)
        assert again["outputs"] == shown["outputs"]


async def test_the_owner_is_trusted_for_as_long_as_the_stack_is_there(tmp_path):
    async with (
        all_in_one(DataDirectory.at(tmp_path), ANY_PORT) as running,
        Asking(running) as asking,
    ):
        stack_id = await asking.create("one", ONE)
        await asking.rest("one", stack_id)
        assert len(await asking.trusts()) == 1
        await asking.delete("one", stack_id)
        await asking.until(asking.trusts, [])


async def test_a_template_with_a_mistake_leaves_no_trust_behind(tmp_path):
    async with (
        all_in_one(DataDirectory.at(tmp_path), ANY_PORT) as running,
        Asking(running) as asking,
    ):
        with pytest.raises(httpx.HTTPStatusError, match="400"):
            await asking.create("one", {"heat_template_version": "2018-08-31", "resources": 3})
        assert await asking.trusts() == []


async def test_a_second_service_on_the_same_directory_is_refused(tmp_path):
    directory = DataDirectory.at(tmp_path)
    async with all_in_one(directory, ANY_PORT):
        with pytest.raises(DirectoryInUse):
            async with all_in_one(directory, Addresses(port=0, cloud_port=0)):
                pass


def test_a_named_cloud_must_be_entered_by_a_password():
    entry = {"auth": {"auth_url": "http://k/v3", "token": "t"}, "auth_type": "token"}
    with pytest.raises(CalorError, match="needs a user with a password"):
        named_behind(config_of("real", entry))
    auth = {"auth_url": "http://k/v3", "username": "ann", "password": "p", "project_name": "x"}
    behind = named_behind(config_of("real", {"auth": auth, "region_name": "R", "verify": False}))
    assert (behind.account.username, behind.cloud.region) == ("ann", "R")
    assert behind.cloud.reach.tls.insecure
    assert "'p'" not in repr(behind)
