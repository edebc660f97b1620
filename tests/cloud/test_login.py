"""Tokens are asked for once, kept while they are good, and never longer."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from calor.cloud.credentials import with_password
from calor.cloud.login import Gate, Login
from calor.cloud.settings import CloudSettings
from calor.core.errors import CloudRefused, CloudUnavailable
from tests.cloud.fake import ACCOUNT, Says


@pytest.fixture
def gate(fake):
    gate = Gate(fake.settings())
    yield gate
    gate.close()


@pytest.fixture
def login(fake, gate):
    return Login(gate, with_password(fake.settings().auth_url, ACCOUNT))


async def test_all_who_ask_at_once_get_one_token(fake, login):
    tokens = await asyncio.gather(*(login.token() for _ in range(10)))
    assert set(tokens) == {"token-1"}
    assert len(fake.logins) == 1


async def test_a_token_that_is_about_to_expire_is_replaced(fake, login):
    fake.lifetime = timedelta(seconds=30)
    assert [await login.token(), await login.token()] == ["token-1", "token-2"]


async def test_only_the_token_that_was_not_accepted_is_forgotten(login):
    token = await login.token()
    login.reject("an older one")
    assert await login.token() == token
    login.reject(token)
    assert await login.token() == "token-2"


async def test_a_wrong_password_is_refused_and_not_told(fake, gate):
    wrong = with_password(fake.settings().auth_url, replace(ACCOUNT, password="hunter2"))
    with pytest.raises(CloudRefused, match="identity: wrong") as caught:
        await Login(gate, wrong).token()
    assert caught.value.status == 401
    assert "hunter2" not in f"{caught.value!r}"
    assert len(fake.logins) == 1


async def test_an_identity_service_that_fails_is_asked_again(fake, login, monkeypatch):
    monkeypatch.setattr("calor.cloud.login.PAUSE", 0.001)
    fake.on("POST", "/identity/v3/auth/tokens", Says(503, {"error": {"message": "down"}}))
    with pytest.raises(CloudUnavailable, match="down"):
        await login.token()
    assert len(fake.asked("/identity/v3/auth/tokens")) == 3
    del fake.answers[("POST", "/identity/v3/auth/tokens")]
    assert await login.token() == "token-1"


async def test_an_identity_service_that_is_not_there_is_unavailable(unused_tcp_port, monkeypatch):
    monkeypatch.setattr("calor.cloud.login.PAUSE", 0.001)
    url = f"http://127.0.0.1:{unused_tcp_port}"
    gate = Gate(CloudSettings(auth_url=url))
    with pytest.raises(CloudUnavailable):
        await Login(gate, with_password(url, ACCOUNT)).token()
    gate.close()
