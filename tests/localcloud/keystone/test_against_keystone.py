"""The same requests to the local cloud and to a real Keystone get the same answers."""

import os

import httpx
import pytest

from tests.localcloud.keystone.conversations import CONVERSATIONS
from tests.localcloud.keystone.talking import Cloud, Login

URL = os.environ.get("CALOR_TEST_KEYSTONE_URL")
PASSWORD = os.environ.get("CALOR_TEST_KEYSTONE_PASSWORD", "secret")

pytestmark = pytest.mark.skipif(
    URL is None,
    reason="CALOR_TEST_KEYSTONE_URL names no Keystone with admin, demo and Heat's roles",
)


@pytest.fixture
async def keystone():
    logins = {name: Login(name, PASSWORD, name) for name in ("admin", "demo")}
    async with httpx.AsyncClient(base_url=str(URL), timeout=60) as http:
        yield Cloud(http, logins)


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda one: one.__name__)
async def test_both_clouds_say_the_same(conversation, cloud, keystone):
    await conversation(keystone)
    await conversation(cloud)
    ours = [(status, shape) for _, status, shape in cloud.noted]
    theirs = [(status, shape) for _, status, shape in keystone.noted]
    differing = [
        (asked, mine, real)
        for (asked, _, _), mine, real in zip(keystone.noted, ours, theirs, strict=True)
        if mine != real
    ]
    assert differing == []
