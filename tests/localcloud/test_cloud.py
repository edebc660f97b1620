"""Opening a local cloud: first start, restart, and what is left on disk."""

import httpx
import msgspec
import pytest

from calor.localcloud.cloud import open_local_cloud
from calor.localcloud.credentials import ACCOUNTS, UnknownUser, read_credentials
from calor.localcloud.keystone.registration import Registered
from calor.localcloud.storage.database import DirectoryInUse
from tests.localcloud.keystone.conftest import logins
from tests.localcloud.keystone.talking import Cloud


def speak(opened):
    transport = httpx.ASGITransport(opened.app)
    http = httpx.AsyncClient(transport=transport, base_url="http://cloud.example/identity/v3")
    return Cloud(http, logins(opened))


def heat(url):
    return {"orchestration": Registered("heat", f"{url}/v1/$(tenant_id)s")}


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


async def test_every_account_can_log_in_after_the_first_start(data):
    opened = open_local_cloud(data, url="http://cloud.example")
    cloud = speak(opened)
    for name in ACCOUNTS:
        answer = await cloud.log_in(name)
        assert answer.status == 201
        roles = {role["name"] for role in answer.body["token"]["roles"]}
        expected = {
            "admin": {"admin", "manager", "member", "reader"},
            "demo": {"member", "reader", "heat_stack_owner"},
            "heat": {"admin", "manager", "member", "reader", "service"},
            "heat_domain_admin": {"admin", "manager", "member", "reader"},
        }
        assert roles == expected[name]
    opened.close()


async def test_everything_is_remembered_over_a_restart_tokens_too(data):
    opened = open_local_cloud(data, url="http://cloud.example")
    cloud = speak(opened)
    token = await cloud.token("admin")
    given_back = (await cloud.log_in("demo")).token
    await cloud.ask("DELETE", "/auth/tokens", subject=given_back)
    await cloud.made("/users", "user", {"name": "kept"})
    opened.close()
    opened = open_local_cloud(data, url="http://cloud.example")
    cloud = speak(opened)
    found = await cloud.ask("GET", "/users?name=kept", token=token)
    assert [one["name"] for one in found.body["users"]] == ["kept"]
    assert (await cloud.ask("GET", "/auth/tokens", subject=given_back)).status == 404
    opened.close()


async def test_the_catalog_follows_the_address_of_each_start(data):
    for host in ("one.example", "two.example", "two.example"):
        url = f"http://{host}:5000"
        opened = open_local_cloud(data, url=url, services=heat(f"http://{host}:8004"))
        token = (await speak(opened).log_in("demo")).body["token"]
        found = {
            service["type"]: {endpoint["url"] for endpoint in service["endpoints"]}
            for service in token["catalog"]
        }
        assert found == {
            "identity": {f"{url}/identity/v3"},
            "orchestration": {f"http://{host}:8004/v1/{token['project']['id']}"},
        }
        assert opened.credentials("demo").auth_url == f"{url}/identity/v3"
        opened.close()


def test_a_directory_serves_one_process_at_a_time(data):
    opened = open_local_cloud(data, url="http://one.example")
    with pytest.raises(DirectoryInUse):
        open_local_cloud(data, url="http://two.example")
    assert opened.credentials("admin").auth_url.startswith("http://one.example")
    opened.close()


async def test_no_secret_is_readable_on_disk(data):
    opened = open_local_cloud(data, url="http://cloud.example")
    cloud = speak(opened)
    demo = await cloud.user_id("demo")
    project_id = (await cloud.log_in("demo")).body["token"]["project"]["id"]
    pair = await cloud.ask(
        "POST", f"/users/{demo}/credentials/OS-EC2", {"tenant_id": project_id}, by="demo"
    )
    path = f"/users/{demo}/application_credentials"
    held = await cloud.made(path, "application_credential", {"name": "a"}, by="demo")
    await cloud.made("/users", "user", {"name": "u", "password": "a-password-to-find"})
    opened.close()
    secrets = [pair.body["credential"]["secret"], held["secret"], "a-password-to-find"]
    for file in data.iterdir():
        assert file.stat().st_mode & 0o077 == 0
        assert not [one for one in secrets if one.encode() in file.read_bytes()]


async def test_accounts_get_new_passwords_when_the_file_with_the_old_ones_is_lost(data):
    open_local_cloud(data, url="http://cloud.example").close()
    (data / "credentials.json").unlink()
    opened = open_local_cloud(data, url="http://cloud.example")
    assert (await speak(opened).log_in("admin")).status == 201
    opened.close()


def test_a_start_that_fails_lets_go_of_the_directory(data):
    open_local_cloud(data, url="http://cloud.example").close()
    (data / "credentials.json").write_text("nonsense")
    for _ in range(2):
        with pytest.raises(msgspec.DecodeError):
            open_local_cloud(data, url="http://cloud.example")


def test_passwords_differ_between_directories_and_stay_out_of_sight(data, tmp_path):
    for directory in (data, tmp_path / "other"):
        open_local_cloud(directory, url="http://cloud.example").close()
    mine, other = (read_credentials(one, "demo") for one in (data, tmp_path / "other"))
    assert mine.password != other.password
    assert mine.password not in repr(mine)
    assert (mine.project, mine.region, mine.user_domain) == ("demo", "RegionOne", "Default")


def test_who_is_not_there_has_no_credentials(data):
    with pytest.raises(UnknownUser, match="start one"):
        read_credentials(data, "demo")
    open_local_cloud(data, url="http://cloud.example").close()
    with pytest.raises(UnknownUser, match="admin, demo"):
        read_credentials(data, "nobody")
