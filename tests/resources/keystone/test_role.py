"""OS::Keystone::Role makes, names and deletes a role."""

import pytest

from calor.core.errors import CloudConflict, CloudUnavailable
from calor.resources.keystone.role import Role
from tests.resources.keystone.identity_service import an_identity_service
from tests.resources.neutron.network_service import put, things
from tests.resources.work import Work


@pytest.fixture
def work():
    return Work(an_identity_service(), Role)


def roles(work):
    return {one["name"]: one for one in things(work.cloud, "keystone.role")}


def test_it_is_made_renamed_and_deleted(work):
    work.create(name="operator", domain="default")
    assert roles(work)["operator"]["domain_id"] == "default"
    work.update(name="watcher", domain="default")
    assert sorted(roles(work)) == ["member", "reader", "watcher"]
    work.check().delete()
    assert sorted(roles(work)) == ["member", "reader"]


def test_it_gets_its_generated_name_back(work):
    work.create(name="operator").update()
    assert any(name.startswith("stack-it-") for name in roles(work))


def test_one_that_was_made_while_the_answer_was_lost_is_found_again(work):
    work.cloud.loses = 1
    with pytest.raises(CloudUnavailable):
        work.create(name="operator", domain="default")
    work.again().create(name="operator", domain="default")
    assert work.physical_id == roles(work)["operator"]["id"]
    listing = [one for one in work.cloud.requests if one.method == "GET" and one.query]
    assert listing[0].query == {"name": "operator", "domain_id": "default"}


def test_somebody_elses_role_of_the_same_name_is_left_alone(work):
    put(work.cloud, "keystone.role", "theirs", name="operator")
    with pytest.raises(CloudConflict):
        work.create(name="operator")
    assert work.physical_id is None
