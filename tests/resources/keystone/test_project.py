"""OS::Keystone::Project makes, changes and deletes a project."""

import pytest

from calor.core.errors import CloudRefused
from calor.resources.keystone.project import Project
from tests.resources.keystone.identity_service import an_identity_service
from tests.resources.neutron.network_service import put, things
from tests.resources.work import Work


@pytest.fixture
def work():
    return Work(an_identity_service(), Project)


def project(work):
    return work.cloud.collections["/v3/projects"].things[work.physical_id]


def test_all_properties_reach_the_project(work):
    work.create(name="web", description="sites", enabled=False, parent="shop", tags=["a"])
    wanted = {
        "name": "web",
        "domain_id": "default",
        "description": "sites",
        "enabled": False,
        "parent_id": "p1",
        "tags": ["a"],
    }
    assert project(work) | wanted == project(work)
    assert work.attributes == {
        "name": "web",
        "parent_id": "p1",
        "domain_id": "default",
        "enabled": False,
        "is_domain": False,
    }


def test_only_what_changes_is_told(work):
    work.create(name="web", tags=["a"])
    work.update(name="web", description="shops")
    path = f"/v3/projects/{work.physical_id}"
    assert work.cloud.sent("PATCH") == [
        (path, {"project": {"description": "shops", "tags": []}}),
    ]


def test_its_default_security_group_goes_with_it(work):
    work.create()
    put(work.cloud, "keystone.security_group", "s1", name="default", project_id=work.physical_id)
    put(work.cloud, "keystone.security_group", "s2", name="default", project_id="p1")
    work.delete()
    assert [one["id"] for one in things(work.cloud, "keystone.security_group")] == ["s2"]
    assert [one["id"] for one in things(work.cloud, "keystone.project")] == ["p1"]


def test_a_cloud_without_networks_loses_its_projects_too(work):
    work.create()
    work.cloud.collections.pop("/v2.0/security-groups")
    work.delete()
    assert [one["id"] for one in things(work.cloud, "keystone.project")] == ["p1"]


def test_what_the_service_refuses_is_told(work):
    work.cloud.errors = [CloudRefused("no such parent")]
    with pytest.raises(CloudRefused, match="no such parent"):
        work.create()
