"""The identity types in a real cloud: made together, looked at, changed, deleted."""

import uuid

import pytest

from calor.core.errors import CloudNotFound
from calor.core.state import Action
from tests.openstack.stacks import real

TEMPLATE = """
heat_template_version: 2021-04-16
resources:
  project:
    type: OS::Keystone::Project
    properties: {name: PREFIX-project, description: one, tags: [a, b]}
  inner:
    type: OS::Keystone::Project
    properties: {parent: {get_resource: project}, domain: Default}
  role:
    type: OS::Keystone::Role
    properties: {name: PREFIX-role}
  own_role:
    type: OS::Keystone::Role
    properties: {name: PREFIX-role, domain: default}
  user:
    type: OS::Keystone::User
    properties:
      name: PREFIX-user
      password: secret-one
      email: joe@example.org
      description: one
      default_project: {get_resource: project}
      roles:
        - {role: {get_resource: role}, project: {get_resource: project}}
        - {role: reader, domain: default}
outputs:
  project: {value: {get_attr: [project, show]}}
  parent: {value: {get_attr: [inner, parent_id]}}
  user: {value: {get_attr: [user, show]}}
  default_project: {value: {get_attr: [user, default_project_id]}}
"""

CHANGED = """
heat_template_version: 2021-04-16
resources:
  project:
    type: OS::Keystone::Project
    properties: {name: PREFIX-other, description: two, tags: [c], enabled: true}
  inner:
    type: OS::Keystone::Project
    properties: {parent: {get_resource: project}, domain: Default, enabled: false}
  role:
    type: OS::Keystone::Role
    properties: {}
  own_role:
    type: OS::Keystone::Role
    properties: {name: PREFIX-own, domain: default}
  user:
    type: OS::Keystone::User
    properties:
      name: PREFIX-she
      password: secret-two
      enabled: false
      roles: [{role: {get_resource: role}, project: {get_resource: inner}}]
"""


@pytest.fixture
def prefix():
    return f"compute-helper-{uuid.uuid4().hex[:8]}"


@pytest.fixture
async def cloud(tmp_path):
    async with real(tmp_path / "calor.db", "admin", "admin") as opened:
        yield opened


async def shown(cloud, kind, thing_id):
    body = await cloud.get("identity", f"/v3/{kind}/{thing_id}")
    return next(iter(body.values()))


async def roles_of(cloud, user_id):
    body = await cloud.get("identity", "/v3/role_assignments", **{"user.id": user_id})
    return {
        (one["role"]["id"], *(place["id"] for place in one["scope"].values()))
        for one in body["role_assignments"]
    }


async def test_projects_users_and_roles(cloud, prefix):
    stack_id = await cloud.create(prefix, TEMPLATE.replace("PREFIX", prefix))
    try:
        ids = await cloud.ids(stack_id)
        outputs = await cloud.outputs(stack_id)
        assert outputs["project"]["tags"] == ["a", "b"]
        assert outputs["parent"] == outputs["default_project"] == ids["project"]
        assert outputs["user"]["email"] == "joe@example.org"
        reader = await cloud.cloud.find("keystone.role", "reader")
        assert await roles_of(cloud, ids["user"]) == {
            (ids["role"], ids["project"]),
            (reader, "default"),
        }
        await cloud.act(stack_id, Action.CHECK)
        await cloud.update(stack_id, CHANGED.replace("PREFIX", prefix))
        assert await cloud.ids(stack_id) == ids
        await check_updated(cloud, ids, prefix)
    finally:
        await cloud.act(stack_id, Action.DELETE)
    for kind, name in (("projects", "project"), ("users", "user"), ("roles", "role")):
        with pytest.raises(CloudNotFound):
            await shown(cloud, kind, ids[name])


async def check_updated(cloud, ids, prefix):
    project = await shown(cloud, "projects", ids["project"])
    assert (project["name"], project["description"]) == (f"{prefix}-other", "two")
    assert project["tags"] == ["c"]
    assert (await shown(cloud, "projects", ids["inner"]))["enabled"] is False
    assert (await shown(cloud, "roles", ids["role"]))["name"].startswith(f"{prefix}-role-")
    user = await shown(cloud, "users", ids["user"])
    assert (user["name"], user["enabled"], user["email"]) == (f"{prefix}-she", False, "")
    assert user.get("default_project_id") is None
    assert await roles_of(cloud, ids["user"]) == {(ids["role"], ids["inner"])}
