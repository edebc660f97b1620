"""Names and passwords are checked with Keystone."""

from contextlib import contextmanager

import pytest

from calor.api.authentication.password import Password, PasswordSettings
from calor.api.caller import IdentityUnavailable, Unauthenticated


@contextmanager
def checking(**settings):
    password = Password(PasswordSettings(**settings))
    yield password
    password.close()


@pytest.fixture
def password(keystone):
    keystone.passwords["ann"] = "hunter2"
    with checking(auth_url=keystone.url) as found:
        yield found


def login(user="ann", key="hunter2", path="/v1/here-id/stacks", **more):
    return {"x-auth-user": user, "x-auth-key": key, ":path": path, **more}


async def test_a_password_tells_who_asks(keystone, password):
    caller = await password(login())
    assert (caller.user_id, caller.project_id, caller.roles) == ("ann-id", "here-id", {"member"})
    assert (caller.token, caller.auth_url) == ("token-of-ann", keystone.url)
    assert caller.password == "hunter2"
    assert "hunter2" not in repr(caller)


async def test_keystone_is_asked_once_while_the_answer_is_fresh(keystone, password):
    await password(login())
    await password(login())
    assert keystone.asked["login ann"] == 1


async def test_a_wrong_password_is_refused_even_after_a_right_one(keystone, password):
    await password(login())
    with pytest.raises(Unauthenticated) as refusal:
        await password(login(key="hunter3"))
    assert refusal.value.challenge == f'Keystone uri="{keystone.url}"'
    assert "hunter3" not in str(refusal.value)


@pytest.mark.parametrize(
    "headers", [login(user=""), login(key=""), login(path="/"), {}, login(key="a\0b")]
)
async def test_what_is_missing_is_refused_without_asking(keystone, password, headers):
    with pytest.raises(Unauthenticated):
        await password(headers)
    assert not keystone.asked


async def test_a_keystone_that_fails_is_unavailable(keystone, password):
    keystone.is_down = True
    with pytest.raises(IdentityUnavailable):
        await password(login())


async def test_a_keystone_that_does_not_answer_holds_nobody_up(keystone):
    with checking(auth_url=keystone.url, timeout_seconds=0.1) as password:
        keystone.open.clear()
        with pytest.raises(IdentityUnavailable):
            await password(login())
        keystone.open.set()


async def test_the_address_of_a_request_is_not_asked_unless_it_is_allowed(keystone):
    keystone.passwords["ann"] = "hunter2"
    allowed = frozenset({keystone.url})
    with checking(multi_cloud=True, allowed_auth_urls=allowed) as password:
        caller = await password(login(**{"x-auth-url": keystone.url}))
        assert caller.auth_url == keystone.url
        for headers in (login(), login(**{"x-auth-url": "http://evil.example/v3"})):
            with pytest.raises(Unauthenticated, match="X-Auth-Url"):
                await password(headers)


async def test_one_cloud_is_asked_whatever_a_request_says(keystone, password):
    caller = await password(login(**{"x-auth-url": "http://evil.example/v3"}))
    assert caller.auth_url == keystone.url
