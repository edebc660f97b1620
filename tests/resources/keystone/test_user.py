"""OS::Keystone::User makes a user with groups and roles, changes and deletes it."""

import pytest

from calor.core.errors import CloudUnavailable
from calor.resources.keystone.user import User
from tests.resources.heat.driving import problems
from tests.resources.keystone.identity_service import an_identity_service
from tests.resources.neutron.network_service import things
from tests.resources.work import Work

MEMBER = {"role": "member", "project": "shop"}
READER = {"role": "reader", "domain": "default"}


@pytest.fixture
def work():
    return Work(an_identity_service(), User)


def ties(work):
    return sorted(one.replace(work.physical_id, "USER") for one in work.cloud.ties)


def test_all_properties_reach_the_user(work):
    work.create(
        name="joe",
        description="the one",
        email="joe@example.org",
        password="secret",
        default_project="shop",
        enabled=False,
        groups=["staff"],
        roles=[MEMBER, READER],
    )
    (user,) = things(work.cloud, "keystone.user")
    wanted = {
        "name": "joe",
        "domain_id": "default",
        "description": "the one",
        "email": "joe@example.org",
        "password": "secret",
        "default_project_id": "p1",
        "enabled": False,
    }
    assert user | wanted == user
    assert ties(work) == [
        "/v3/domains/default/users/USER/roles/r2",
        "/v3/groups/g1/users/USER",
        "/v3/projects/p1/users/USER/roles/r1",
    ]
    assert work.attributes["default_project_id"] == "p1"
    assert "password" not in work.attribute("show")


def test_groups_and_roles_come_and_go_and_those_of_others_stay(work):
    work.create(groups=["staff"], roles=[MEMBER])
    work.cloud.ties.add(f"/v3/groups/g9/users/{work.physical_id}")
    work.update(groups=["guests"], roles=[READER])
    assert ties(work) == [
        "/v3/domains/default/users/USER/roles/r2",
        "/v3/groups/g2/users/USER",
        "/v3/groups/g9/users/USER",
    ]
    work.update()
    assert ties(work) == ["/v3/groups/g9/users/USER"]


def test_a_group_that_is_gone_needs_no_leaving(work):
    work.create(groups=["staff"])
    work.cloud.ties.clear()
    work.update()
    assert work.data["ties"] == []


def test_what_is_taken_away_becomes_empty_but_for_the_password(work):
    work.create(email="joe@example.org", password="secret", default_project="shop")
    work.update()
    ((_, body),) = work.cloud.sent("PATCH")
    assert body == {"user": {"email": "", "default_project_id": None}}


def test_a_user_whose_roles_were_not_all_granted_gets_them_later(work):
    work.cloud.loses = 2
    with pytest.raises(CloudUnavailable):
        work.create(name="joe", roles=[MEMBER])
    with pytest.raises(CloudUnavailable):
        work.again().create(name="joe", roles=[MEMBER])
    work.create(name="joe", roles=[MEMBER])
    assert len(things(work.cloud, "keystone.user")) == 1
    assert ties(work) == ["/v3/projects/p1/users/USER/roles/r1"]


def test_a_role_is_held_in_a_project_or_in_a_domain():
    assert problems(User, roles=[MEMBER, READER]) == []
    assert problems(User, roles=[{"role": "member"}]) == [
        "roles: give either project or domain for role member"
    ]
    assert len(problems(User, roles=[{**MEMBER, "domain": "default"}])) == 1
