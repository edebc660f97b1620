"""Without authentication a request is believed."""

from calor.api.authentication.noauth import NoAuthentication


async def test_the_project_is_that_of_the_address_and_every_role_is_there():
    caller = await NoAuthentication()({":path": "/v1/here/stacks"})
    assert (caller.user_id, caller.project_id) == ("admin", "here")
    assert caller.roles == {"admin", "member", "reader"}


async def test_headers_may_name_user_project_and_roles():
    headers = {"x-auth-user": "ann", "x-auth-project": "there", "x-roles": "reader, auditor,"}
    caller = await NoAuthentication()(headers)
    assert (caller.user_id, caller.project_id) == ("ann", "there")
    assert caller.roles == {"reader", "auditor"}


async def test_no_roles_at_all_may_be_asked_for():
    assert (await NoAuthentication()({"x-roles": ""})).roles == frozenset()


def test_it_is_warned_about(caplog):
    NoAuthentication()
    assert "authentication is off" in caplog.text
