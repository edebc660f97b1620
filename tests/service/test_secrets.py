"""What is secret is in no log, in no answer, and in no file that others can read."""

import secrets
import stat
from pathlib import Path

import pytest

from tests.service.process import login_of, serving, until
from tests.service.spread import spread_out

HIDDEN = f"hidden-{secrets.token_hex(8)}"
TEMPLATE = {
    "heat_template_version": "2018-08-31",
    "parameters": {"word": {"type": "string", "hidden": True}},
    "resources": {
        "r": {"type": "OS::Heat::RandomString", "properties": {"salt": {"get_param": "word"}}},
        "h": {"type": "OS::Heat::WaitConditionHandle"},
        "group": {
            "type": "OS::Heat::ResourceGroup",
            "properties": {
                "count": 1,
                "resource_def": {
                    "type": "OS::Heat::RandomString",
                    "properties": {"salt": {"get_param": "word"}},
                },
            },
        },
    },
}
BODY = {"stack_name": "a", "template": TEMPLATE, "parameters": {"word": HIDDEN}}
BROKEN = {**TEMPLATE, "resources": {"r": {"type": "T::No", "properties": TEMPLATE["parameters"]}}}
CONSTRAINED = {
    "heat_template_version": "2018-08-31",
    "parameters": {
        "word": {"type": "string", "hidden": True, "constraints": [{"length": {"max": 3}}]}
    },
}


def answers(client, path):
    """Give every answer that might hold a parameter, but for an export, which is to be adopted."""
    yield client.post("/stacks/preview", json={**BODY, "stack_name": "b"})
    yield client.post("/validate?show_nested=true", json=BODY)
    yield client.post("/stacks", json={**BODY, "stack_name": "b", "template": BROKEN})
    yield client.post("/stacks", json={**BODY, "stack_name": "b", "template": CONSTRAINED})
    yield client.put(f"{path}/preview", json=BODY)
    yield client.put(f"{path}/preview?show_nested=true", json={**BODY, "parameters": {"word": "x"}})
    yield client.put(path, json={**BODY, "parameters": {"word": f"{HIDDEN}2"}})
    yield client.patch(path, json={"parameters": {"word": HIDDEN}})
    for rest in (
        "",
        "/environment",
        "/template",
        "/files",
        "/resources?nested_depth=3&with_detail=true",
        "/resources/r",
        "/resources/h",
        "/resources/group",
        "/events?nested_depth=3",
        "/events?follow&nested_depth=3",
        "/waiting",
        "/outputs",
        "/snapshots",
    ):
        yield client.get(f"{path}{rest}")
    for event in client.get(f"{path}/resources/r/events").json()["events"]:
        yield client.get(f"{path}/resources/r/events/{event['id']}")
    yield client.get("/stacks/detail")


def test_no_secret_is_in_a_log_or_an_answer(tmp_path):
    database = f"sqlite:///{tmp_path / 'calor.db'}"
    with (
        spread_out(tmp_path, database, "debug = true") as spread,
        spread.client(spread.urls[0]) as client,
    ):
        made = client.post("/stacks", json=BODY).json()
        path = f"/stacks/a/{made['stack']['id']}"
        until(lambda: at_rest(client, path), *spread.everyone)
        assert client.post(f"{path}/snapshots", json={}).status_code == 200
        until(lambda: at_rest(client, path), *spread.everyone)
        told = [(str(one.url), one.text) for one in answers(client, path)]
        until(lambda: at_rest(client, path), *spread.everyone)
        assert client.get(path, headers={"X-Auth-Token": "made-up-token"}).status_code == 401
        assert client.delete(path).status_code == 204
        until(lambda: client.get("/stacks").json() == {"stacks": []}, *spread.everyone)
        assert [url for url, text in told if HIDDEN in text] == []
        users = ("demo", "heat", "heat_domain_admin")
        words = {login_of(spread.data, one)["OS_PASSWORD"] for one in users}
        words |= {HIDDEN, "made-up-token", client.headers["X-Auth-Token"], "0123456789abcdef"}
        logs = {one.log.name: one.said() for one in spread.everyone}
        assert "DEBUG" in logs["api0.log"] + logs["engine0.log"]
        assert [(name, one) for name, log in logs.items() for one in words if one in log] == []


def at_rest(client, path):
    return not client.get(path).json()["stack"]["stack_status"].endswith("IN_PROGRESS")


def test_nobody_else_can_read_the_files(tmp_path):
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    with serving(tmp_path) as service, service.client() as client:
        assert client.post("/stacks", json=BODY).status_code == 201
        found = [one for one in Path(data).rglob("*") if one.is_file() and one.stat().st_size]
        assert {one.name for one in found} >= {"calor.db", "calor.db-wal", "keys.json"}
        assert [one.name for one in found if stat.S_IMODE(one.stat().st_mode) & 0o077] == []


ODD = [
    "http://127.0.0.1:{port}/x",
    "http://localhost:{port}/x",
    "http://2130706433:{port}/x",
    "http://0x7f000001:{port}/x",
    "http://0177.0.0.1:{port}/x",
    "http://127.1:{port}/x",
    "http://0:{port}/x",
    "http://0.0.0.0:{port}/x",
    "http://[::1]:{port}/x",
    "http://[::ffff:127.0.0.1]:{port}/x",
    "http://[64:ff9b::7f00:1]:{port}/x",
    "http://[fe80::1%25lo]:{port}/x",
    "http://user@127.0.0.1:{port}/x",
    "http://169.254.169.254/latest/meta-data/",
    "http://10.0.0.1/x",
    "http://192.168.0.1/x",
    "http://100.64.0.1/x",
    "http://[fd00::1]/x",
    "http://\uff11\uff12\uff17.0.0.1:{port}/x",
    "file:///etc/passwd",
    "gopher://127.0.0.1:{port}/",
    "//127.0.0.1:{port}/x",
    "http://",
    "x",
]


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("service")) as service, service.client() as client:
        yield service, client


@pytest.mark.parametrize("url", ODD)
def test_templates_are_not_fetched_from_inside(asked, url):
    service, client = asked
    where = url.format(port=service.cloud_port)
    reply = client.post("/stacks", json={"stack_name": "a", "template_url": where})
    assert reply.status_code == 400, reply.text
    assert "identity" not in reply.text
    assert any(
        word in reply.text for word in ("not a public one", "only http and https", "retrieve")
    )
