"""The agent on a server is told how to reach us."""

from dataclasses import dataclass, field

import pytest

from calor.core.errors import ResourceFailed
from calor.plugin.addresses import Addresses
from calor.plugin.stack_users import AccessKey
from calor.resources.nova.server import Server
from tests.resources.nova.compute_service import a_compute_service
from tests.resources.work import Work

BASE = {"image": "cirros", "flavor": "small", "user_data_format": "SOFTWARE_CONFIG"}
ADDRESSES = Addresses(
    api="http://api/v1/%(project)s", cfn="http://cfn:8000/v1", identity="http://identity/v3"
)


@dataclass
class Users:
    """The users of a stack, in memory."""

    names: dict[str, str] = field(default_factory=dict)

    async def project(self):
        return "users"

    async def create_user(self, name, password=None):
        self.names.setdefault(name, f"user-{len(self.names)}")
        return self.names[name]

    async def delete_user(self, user_id):
        self.names = {name: one for name, one in self.names.items() if one != user_id}

    async def create_key(self, user_id):
        return AccessKey("k1", f"access-of-{user_id}", "hidden")


@pytest.fixture
def work():
    return Work(a_compute_service(), Server, users=Users(), addresses=ADDRESSES)


def test_it_asks_the_cloudformation_api_by_default(work):
    work.create(**BASE)
    agent = work.attribute("os_collect_config")
    assert agent == {
        "cfn": {
            "metadata_url": "http://cfn:8000/v1/",
            "access_key_id": "access-of-user-0",
            "secret_access_key": "hidden",
            "stack_name": "stack",
            "path": "it.Metadata",
        },
        "collectors": ["ec2", "cfn", "local"],
    }
    assert work.metadata["deployments"] == []
    assert work.attribute("show")["os_collect_config"] == agent
    work.delete()
    assert work.users.names == {}


def test_it_asks_the_orchestration_api_where_that_is_wanted(work):
    work.create(**BASE, software_config_transport="POLL_SERVER_HEAT")
    heat = work.metadata["os-collect-config"]["heat"]
    assert heat == {
        "user_id": "user-0",
        "password": work.secrets["password"],
        "auth_url": "http://identity/v3",
        "project_id": "users",
        "stack_id": "stack/stack-id",
        "resource_name": "it",
        "region_name": "here",
    }


def test_another_way_empties_what_an_agent_has_read_before(work):
    work.create(**BASE)
    work.update(**BASE, software_config_transport="POLL_SERVER_HEAT")
    agent = work.metadata["os-collect-config"]
    assert set(agent["cfn"].values()) == {None}
    assert agent["collectors"] == ["ec2", "heat", "local"]
    assert len(work.users.names) == 1


def test_where_there_are_no_users_it_is_told_nothing():
    work = Work(a_compute_service(), Server)
    work.create(**BASE)
    assert work.attribute("os_collect_config") == {"collectors": ["ec2", "local"]}
    work.delete()


def test_ways_that_need_other_services_are_refused(work):
    with pytest.raises(ResourceFailed, match="POLL_TEMP_URL cannot be used yet"):
        work.create(**BASE, software_config_transport="POLL_TEMP_URL")
