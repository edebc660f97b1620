"""Tokens are validated with Keystone, seldom and never wrongly."""

import asyncio
from contextlib import contextmanager

import pytest

from calor.api.authentication.keystone import KeystoneSettings, KeystoneTokens
from calor.api.authentication.memory import Freshness
from calor.api.authentication.middleware import keystone_options
from calor.api.caller import IdentityUnavailable, Unauthenticated
from tests.api.authentication.fake_keystone import token_of

RULES = [{"id": "1", "method": "GET", "path": "/v1/here-id/stacks", "service": "orchestration"}]


@contextmanager
def asking(keystone, *, seconds=30.0, **settings):
    conf = keystone_options(
        auth_url=keystone.url,
        username="service",
        password="secret",
        project_name="service",
        user_domain_id="default",
        project_domain_id="default",
        www_authenticate_uri="http://keystone.example/v3",
    )
    memory = Freshness(seconds=seconds)
    tokens = KeystoneTokens(conf, KeystoneSettings(memory=memory, **settings))
    yield tokens
    tokens.close()


@pytest.fixture
def tokens(keystone):
    with asking(keystone, auth_url="http://keystone.example/v3") as found:
        yield found


def with_token(name, **more):
    return {"x-auth-token": name, **more}


async def test_a_token_tells_who_asks(keystone, tokens):
    trust = {
        "OS-TRUST:trust": {"id": "trust-id", "trustee_user": {"id": "x"}},
        "is_admin_project": False,
    }
    keystone.issue("good", token_of("ann", "member", "reader", **trust))
    caller = await tokens(with_token("good"))
    assert (caller.user_id, caller.user_name, caller.user_domain_id) == ("ann-id", "ann", "default")
    assert (caller.project_id, caller.project_name) == ("here-id", "here")
    assert caller.roles == {"member", "reader"}
    assert (caller.trust_id, caller.trustee_id) == ("trust-id", "x")
    assert not caller.is_admin_project
    assert (caller.token, caller.auth_url) == ("good", "http://keystone.example/v3")
    assert "good" not in repr(caller)


async def test_headers_that_pretend_to_be_the_middlewares_are_not_believed(keystone, tokens):
    keystone.issue("good", token_of("ann", "reader"))
    lies = {"x-roles": "admin", "x-user-id": "root", "x-identity-status": "Confirmed"}
    caller = await tokens(with_token("good", **lies))
    assert (caller.user_id, caller.roles) == ("ann-id", {"reader"})
    with pytest.raises(Unauthenticated):
        await tokens(lies)


async def test_the_region_is_the_requests_not_the_tokens(keystone, tokens):
    keystone.issue("good", token_of())
    assert (await tokens(with_token("good", **{"x-region-name": "north"}))).region == "north"
    assert (await tokens(with_token("good"))).region is None


@pytest.mark.parametrize("token", ["", "unknown", "b€d", "line\nbreak", "x" * 100_000])
async def test_who_has_no_good_token_is_sent_to_keystone(tokens, token):
    for _ in range(2):
        with pytest.raises(Unauthenticated) as refusal:
            await tokens(with_token(token))
        assert refusal.value.challenge == 'Keystone uri="http://keystone.example/v3"'


async def test_a_token_that_has_expired_is_refused(keystone, tokens):
    keystone.issue("late", token_of(seconds=-1))
    with pytest.raises(Unauthenticated):
        await tokens(with_token("late"))


async def test_keystone_is_asked_once_while_the_answer_is_fresh(keystone, tokens):
    keystone.issue("good", token_of())
    for _ in range(5):
        await tokens(with_token("good"))
    assert keystone.asked["good"] == 1


async def test_keystone_is_asked_once_by_all_who_come_at_the_same_time(keystone, tokens):
    keystone.issue("good", token_of())
    places = [{":method": "GET", ":path": f"/v1/here-id/{n}"} for n in range(20)]
    callers = await asyncio.gather(*(tokens(with_token("good", **place)) for place in places))
    assert {caller.user_id for caller in callers} == {"ann-id"}
    assert keystone.asked["good"] == 1


async def test_a_revoked_token_is_refused_once_the_answer_is_old(keystone):
    with asking(keystone, seconds=0.0) as tokens:
        keystone.issue("good", token_of())
        await tokens(with_token("good"))
        del keystone.tokens["good"]
        with pytest.raises(Unauthenticated):
            await tokens(with_token("good"))


async def test_a_token_for_some_requests_is_good_for_those_only(keystone, tokens):
    keystone.issue("narrow", token_of(application_credential={"access_rules": RULES}))
    allowed = {":method": "GET", ":path": "/v1/here-id/stacks"}
    other = {":method": "DELETE", ":path": "/v1/here-id/stacks/web/1"}
    for _ in range(2):
        assert (await tokens(with_token("narrow", **allowed))).user_id == "ann-id"
        with pytest.raises(Unauthenticated):
            await tokens(with_token("narrow", **other))
        with pytest.raises(Unauthenticated):
            await tokens(with_token("narrow"))


async def test_requests_at_the_same_time_do_not_share_what_holds_for_one_of_them(keystone, tokens):
    keystone.issue("narrow", token_of(application_credential={"access_rules": RULES}))
    allowed = with_token("narrow", **{":method": "GET", ":path": "/v1/here-id/stacks"})
    other = with_token("narrow", **{":method": "PUT", ":path": "/v1/here-id/stacks"})
    for pair in ([allowed, other], [other, allowed]):
        found = await asyncio.gather(*map(tokens, pair), return_exceptions=True)
        refused = [isinstance(one, Unauthenticated) for one in found]
        assert refused == [one is other for one in pair]


async def test_a_service_may_bring_a_token_that_has_expired(keystone, tokens):
    keystone.issue("late", token_of("ann", "member", seconds=-1))
    keystone.issue("service", token_of("nova", "service"))
    both = with_token("late", **{"x-service-token": "service"})
    assert (await tokens(both)).user_id == "ann-id"
    keystone.issue("user", token_of("bob", "member"))
    with pytest.raises(Unauthenticated):
        await tokens(with_token("late", **{"x-service-token": "user"}))


async def test_a_token_for_no_project_names_none(keystone, tokens):
    body = token_of("ann", "admin", system={"all": True})
    del body["project"]
    keystone.issue("system", body)
    caller = await tokens(with_token("system"))
    assert (caller.project_id, caller.system_scope) == ("", "all")


async def test_a_keystone_that_fails_is_unavailable_and_nobody_is_refused(keystone, tokens):
    keystone.issue("good", token_of())
    keystone.is_down = True
    with pytest.raises(IdentityUnavailable):
        await tokens(with_token("good"))
    keystone.is_down = False
    assert (await tokens(with_token("good"))).user_id == "ann-id"


async def test_a_keystone_that_does_not_answer_holds_nobody_up(keystone):
    with asking(keystone, timeout_seconds=0.2) as tokens:
        keystone.open.clear()
        with pytest.raises(IdentityUnavailable):
            await tokens(with_token("good"))
        keystone.open.set()


async def test_a_token_is_never_logged(keystone, tokens, caplog):
    caplog.set_level("DEBUG")
    with pytest.raises(Unauthenticated):
        await tokens(with_token("gAAAA-secret-token"))
    assert caplog.records
    assert "gAAAA-secret-token" not in caplog.text
