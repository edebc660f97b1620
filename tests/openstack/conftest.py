"""Tests against a real cloud, which is named by the variables of an administrator's openrc file.

Without them (`OS_AUTH_URL` and its like) there is nothing to test against, and
nothing here is collected.
"""

import os

import pytest

from calor.cloud.clouds import OpenStackClouds
from tests.openstack.people import Town, settings

collect_ignore_glob = [] if "OS_AUTH_URL" in os.environ else ["test_*.py"]


@pytest.fixture
async def clouds():
    clouds = OpenStackClouds(settings())
    yield clouds
    await clouds.close()


@pytest.fixture
async def town(clouds):
    town = Town(clouds)
    yield town
    await town.remove_all()


@pytest.fixture
async def member(town):
    """A user with a project of their own."""
    return await town.member()


@pytest.fixture
def cloud(clouds, member):
    """The cloud as that user sees it."""
    return clouds.of_account(member)
