"""A local cloud for each test, reached without a network."""

import httpx
import pytest

from calor.localcloud.cloud import LocalCloud
from calor.localcloud.credentials import ACCOUNTS
from tests.localcloud.keystone.talking import Cloud, Login


def logins(cloud: LocalCloud) -> dict[str, Login]:
    found = {}
    for name in ACCOUNTS:
        held = cloud.credentials(name)
        found[name] = Login(name, held.password, held.project, held.user_domain, held.domain)
    return found


@pytest.fixture
async def cloud(local_cloud):
    transport = httpx.ASGITransport(local_cloud.app)
    url = "http://cloud.example/identity/v3"
    async with httpx.AsyncClient(transport=transport, base_url=url) as http:
        yield Cloud(http, logins(local_cloud))
