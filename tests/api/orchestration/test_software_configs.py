"""Software configurations over the API."""

import pytest

from calor.engine.limits import Limits
from tests.api.serving import serving, token

CONFIG = {
    "name": "install",
    "group": "script",
    "config": "#!/bin/sh\n",
    "inputs": [{"name": "port", "type": "Number", "default": "80"}, {"name": "host"}],
    "outputs": [{"name": "url"}],
    "options": {"x": 1},
}
STRANGER = token("eve", "p2")
ADMIN = token("root", "p9", "admin")


async def made(service, **more):
    answer = await service.post("/software_configs", {**CONFIG, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()["software_config"]


async def test_a_configuration_is_made_shown_and_deleted():
    async with serving() as service:
        config = await made(service)
        shown = (await service.get(f"/software_configs/{config['id']}")).json()["software_config"]
        assert shown == config
        assert shown["inputs"] == [
            {"name": "port", "type": "Number", "default": "80"},
            {"name": "host", "type": "String"},
        ]
        assert shown["outputs"] == [{"name": "url", "type": "String", "error_output": False}]
        assert (shown["config"], shown["options"]) == ("#!/bin/sh\n", {"x": 1})
        deleted = await service.delete(f"/software_configs/{config['id']}")
        assert (deleted.status_code, deleted.content) == (204, b"")
        assert (await service.get(f"/software_configs/{config['id']}")).status_code == 404


async def test_a_configuration_may_be_more_than_text():
    async with serving() as service:
        assert (await made(service, config={"a": [1]}))["config"] == {"a": [1]}


async def test_configurations_are_listed_by_page_without_their_contents():
    async with serving() as service:
        ids = [(await made(service, name=f"c{n}"))["id"] for n in range(3)]
        listed = (await service.get("/software_configs")).json()["software_configs"]
        assert [one["id"] for one in listed] == ids
        assert set(listed[0]) == {"id", "name", "group", "creation_time"}
        page = await service.get(f"/software_configs?limit=1&marker={ids[0]}")
        assert [one["id"] for one in page.json()["software_configs"]] == ids[1:2]


@pytest.mark.parametrize(
    "wrong",
    [
        {"inputs": None},
        {"inputs": {"a": "b"}},
        {"outputs": ["a"]},
        {"inputs": [{}]},
        {"inputs": [{"name": "a", "type": "Colour"}]},
        {"inputs": [{"name": "a", "size": 3}]},
        {"inputs": [{"name": "a", "type": "Number", "default": "many"}]},
        {"name": "n" * 300},
        {"name": "a\0b"},
    ],
)
async def test_a_configuration_that_makes_no_sense_is_refused(wrong):
    async with serving() as service:
        refused = await service.post("/software_configs", {**CONFIG, **wrong})
        assert refused.status_code == 400, refused.text


async def test_a_configuration_that_is_deployed_is_kept():
    async with serving() as service:
        config = await made(service)
        body = {"config_id": config["id"], "server_id": "s1"}
        await service.post("/software_deployments", body)
        refused = await service.delete(f"/software_configs/{config['id']}")
        assert refused.status_code == 409
        assert "deployed" in refused.json()["error"]["message"]


async def test_a_project_has_no_more_configurations_than_it_may():
    async with serving(limits=Limits(software_configs_per_project=1)) as service:
        await made(service)
        refused = await service.post("/software_configs", CONFIG)
        assert (refused.status_code, refused.json()["error"]["type"]) == (
            400,
            "RequestLimitExceeded",
        )


async def test_a_stranger_sees_nothing_and_an_administrator_all():
    async with serving() as service:
        path = f"software_configs/{(await made(service))['id']}"
        theirs = await service.client.get("/v1/p2/software_configs", headers=STRANGER)
        assert theirs.json()["software_configs"] == []
        assert (await service.client.get(f"/v1/p2/{path}", headers=STRANGER)).status_code == 404
        assert (await service.client.delete(f"/v1/p2/{path}", headers=STRANGER)).status_code == 404
        every = await service.client.get("/v1/p9/software_configs", headers=ADMIN)
        assert [one["project"] for one in every.json()["software_configs"]] == ["p1"]
