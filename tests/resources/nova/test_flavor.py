"""OS::Nova::Flavor makes a size of servers."""

import pytest

from calor.core.errors import CloudUnavailable
from calor.resources.nova.flavor import Flavor
from tests.resources.cloud import PROJECT
from tests.resources.neutron.network_service import things
from tests.resources.nova.key_service import a_key_service
from tests.resources.work import Work


@pytest.fixture
def work():
    return Work(a_key_service(), Flavor)


def test_all_properties_reach_the_flavor(work):
    work.create(
        name="large",
        ram=64,
        vcpus=2,
        disk=3,
        swap=4,
        ephemeral=5,
        flavorid="f9",
        rxtx_factor=1.5,
        extra_specs={"hw:numa": 1},
    )
    (flavor,) = things(work.cloud, "flavor")
    wanted = {
        "id": "f9",
        "name": "large",
        "ram": 64,
        "vcpus": 2,
        "disk": 3,
        "swap": 4,
        "OS-FLV-EXT-DATA:ephemeral": 5,
        "os-flavor-access:is_public": True,
        "rxtx_factor": 1.5,
    }
    assert flavor | wanted == flavor
    assert work.physical_id == "f9"
    assert work.attributes == {"is_public": True}
    assert work.attribute("extra_specs") == {"hw:numa": "1"}
    assert work.cloud.access["f9"] == []


def test_specifications_come_and_go(work):
    work.create(ram=64, vcpus=1, extra_specs={"a": "1", "b": "2"})
    work.update(ram=64, vcpus=1, extra_specs={"b": "3", "c": "4"})
    assert work.cloud.specs[work.physical_id] == {"b": "3", "c": "4"}
    work.update(ram=64, vcpus=1)
    assert work.cloud.specs[work.physical_id] == {}


def test_one_that_is_not_public_is_for_the_own_project_if_no_other_is_named(work):
    work.create(ram=64, vcpus=1, is_public=False)
    assert work.cloud.access[work.physical_id] == [PROJECT]
    work.update(ram=64, vcpus=1, is_public=False, tenants=["shop"])
    assert work.cloud.access[work.physical_id] == ["p1"]


def test_one_that_was_made_while_the_answer_was_lost_is_found_again(work):
    work.cloud.loses = 1
    with pytest.raises(CloudUnavailable):
        work.create(name="large", ram=64, vcpus=1)
    work.again().create(name="large", ram=64, vcpus=1)
    assert len(things(work.cloud, "flavor")) == 1
    work.delete()
    assert things(work.cloud, "flavor") == []
