"""Whatever is sent, the answer is an answer: nothing fails inside."""

import asyncio
import re

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calor.localcloud.cloud import open_local_cloud
from calor.localcloud.keystone.service import ACTIONS
from tests.localcloud.keystone.conftest import logins
from tests.localcloud.keystone.talking import Cloud

NAMES = sorted(
    [
        "id",
        "name",
        "domain_id",
        "parent_id",
        "project_id",
        "tenant_id",
        "user_id",
        "password",
        "enabled",
        "description",
        "options",
        "tags",
        "roles",
        "type",
        "blob",
        "url",
        "interface",
        "service_id",
        "region_id",
        "region",
        "expires_at",
        "remaining_uses",
        "impersonation",
        "trustor_user_id",
        "trustee_user_id",
        "redelegation_count",
        "allow_redelegation",
        "secret",
        "unrestricted",
        "original_password",
        "default_project_id",
        "is_domain",
        "parent_region_id",
        "access",
        "signature",
        "params",
        "headers",
        "credentials",
        "identity",
        "scope",
        "methods",
        "token",
        "project",
        "domain",
        "user",
        "explicit_domain_id",
    ]
)
WORDS = st.sampled_from(
    ["default", "admin", "password", "ec2", "public", "", "x", "é\0", "a" * 300]
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | WORDS
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=5)
    ),
    max_leaves=12,
)
BODIES = st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=8) | VALUES
WRAPPED = {
    "tokens": "auth",
    "password": "user",
    "OS-EC2": "tenant_id",
    "ec2tokens": "credentials",
    "s3tokens": "credentials",
    "tags": "tags",
}
WRITING = [one for one in ACTIONS if one.method in {"POST", "PUT", "PATCH"}]


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    cloud = open_local_cloud(tmp_path_factory.mktemp("cloud") / "data", url="http://c.example")
    yield cloud
    cloud.close()


def ask_all(opened, asked):
    async def run():
        transport = httpx.ASGITransport(opened.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://c/identity/v3") as http:
            cloud = Cloud(http, logins(opened))
            return [await cloud.ask(*one) for one in asked]

    return asyncio.run(run())


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    action=st.sampled_from(WRITING),
    parts=st.lists(WORDS | st.sampled_from(["%00", "..", "%2F"]), min_size=3, max_size=3),
    body=BODIES,
)
def test_no_body_makes_the_service_fail(opened, action, parts, body):
    filling = iter(parts)
    path = re.sub(r"{\w+}", lambda _: next(filling).replace("\0", "%00") or "x", action.path)
    noun = next(part for part in reversed(action.path.split("/")) if "{" not in part)
    wrapped = {WRAPPED.get(noun, noun.removesuffix("s")): body}
    (answer,) = ask_all(opened, [(action.method, path, wrapped)])
    assert answer.status < 500


@settings(max_examples=50, deadline=None)
@given(query=st.dictionaries(st.sampled_from([*NAMES, "limit", "marker", "user.id"]), WORDS))
def test_no_query_makes_the_service_fail(opened, query):
    paths = [one.path for one in ACTIONS if one.method == "GET" and "{" not in one.path]
    asked = [("GET", f"{path}?{httpx.QueryParams(query)}") for path in paths]
    assert all(answer.status < 500 for answer in ask_all(opened, asked))


@settings(max_examples=100, deadline=None)
@given(token=st.text(max_size=300) | st.binary(max_size=300))
def test_no_text_passes_for_a_token(opened, token):
    headers = [(b"x-auth-token", token if isinstance(token, bytes) else token.encode())]
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/identity/v3/users",
        "raw_path": b"/identity/v3/users",
        "query_string": b"",
        "headers": headers,
        "scheme": "http",
        "server": ("c", 80),
    }
    statuses = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        statuses.append(message.get("status"))

    asyncio.run(opened.app(scope, receive, send))
    assert statuses[0] == 401
