"""Users of stacks in a real domain of their own."""

import uuid

import pytest

from calor.cloud.settings import Account, StackUserSettings
from calor.cloud.stack_users import StackUserDomain
from calor.core.errors import CloudError, CloudRefused
from tests.openstack.people import PASSWORD


@pytest.fixture
async def users(town, clouds, member):
    domain = await town.make("domain")
    admin = await town.make("user", domain_id=domain, password=PASSWORD)
    await town.grant(admin, f"domains/{domain}", "admin")
    settings = StackUserSettings(admin=Account(user_id=admin, password=PASSWORD), domain_id=domain)
    users = StackUserDomain(clouds, settings)(member.project_id, str(uuid.uuid4()))
    yield users
    await users.delete_project()


async def test_a_user_is_made_once_and_lives_in_the_trees_project(users):
    user = await users.create_user("web", "first")
    assert await users.create_user("web", "second") == user
    assert await users.token(user, "second")
    with pytest.raises(CloudRefused):
        await users.token(user, "first")
    await users.delete_user(user)
    await users.delete_user(user)


async def test_a_user_who_is_kept_out_gets_no_token(users):
    user = await users.create_user("web", PASSWORD)
    await users.disable_user(user)
    with pytest.raises(CloudRefused):
        await users.token(user, PASSWORD)
    await users.enable_user(user)
    assert await users.token(user, PASSWORD)
    await users.delete_user(user)


async def test_an_access_key_is_made_once(users):
    user = await users.create_user("web")
    key = await users.create_key(user)
    assert await users.create_key(user) == key
    await users.delete_key(key.id)
    await users.delete_key(key.id)
    assert await users.create_key(user) != key
    await users.delete_user(user)


async def test_users_of_others_are_left_alone(users, member):
    with pytest.raises(CloudError):
        await users.delete_user(member.user_id)
