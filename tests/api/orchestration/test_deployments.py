"""Deployments over the API."""

import pytest

from calor.engine.limits import Limits
from tests.api.serving import serving, token

AGENT = token("agent", "users", "heat_stack_user")


async def config(service, name="install"):
    body = {"name": name, "group": "script", "config": "true"}
    return (await service.post("/software_configs", body)).json()["software_config"]["id"]


async def made(service, config_id, **more):
    body = {"config_id": config_id, "server_id": "s1", "action": "CREATE", **more}
    answer = await service.post("/software_deployments", body)
    assert answer.status_code == 200, answer.text
    return answer.json()["software_deployment"]


async def test_a_deployment_is_made_changed_and_deleted():
    async with serving() as service:
        first = await made(service, await config(service), status="IN_PROGRESS")
        assert first["status"] == "IN_PROGRESS"
        assert first["status_reason"] is None
        assert "updated_time" not in first
        path = f"/software_deployments/{first['id']}"
        assert (await service.get(path)).json()["software_deployment"] == first
        changed = await service.put(
            path, {"status": "COMPLETE", "output_values": {"x": 1}, "action": None}
        )
        shown = changed.json()["software_deployment"]
        assert (shown["status"], shown["action"]) == ("COMPLETE", "CREATE")
        assert shown["output_values"] == {"x": 1}
        assert shown["updated_time"]
        assert (await service.delete(path)).status_code == 204
        assert (await service.get(path)).status_code == 404


async def test_deployments_are_listed_by_server():
    async with serving() as service:
        config_id = await config(service)
        await made(service, config_id)
        other = await made(service, config_id, server_id="s2")
        every = (await service.get("/software_deployments")).json()["software_deployments"]
        assert [one["server_id"] for one in every] == ["s1", "s2"]
        found = await service.get("/software_deployments?server_id=s2")
        assert found.json()["software_deployments"] == [other]


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"config_id": "nix"}, 404),
        ({"config_id": None}, 400),
        ({"server_id": None}, 400),
        ({"server_id": "s" * 65}, 400),
        ({"stack_user_project_id": "p" * 65}, 400),
        ({"input_values": [1]}, 400),
    ],
)
async def test_a_deployment_that_makes_no_sense_is_refused(wrong, status):
    async with serving() as service:
        body = {"config_id": await config(service), "server_id": "s1", **wrong}
        assert (await service.post("/software_deployments", body)).status_code == status


async def test_another_configuration_must_exist():
    async with serving() as service:
        one = await made(service, await config(service))
        path = f"/software_deployments/{one['id']}"
        assert (await service.put(path, {"config_id": "nix"})).status_code == 404
        second = await config(service)
        changed = await service.put(path, {"config_id": second})
        assert changed.json()["software_deployment"]["config_id"] == second


async def test_a_project_has_no_more_deployments_than_it_may():
    async with serving(limits=Limits(deployments_per_project=1)) as service:
        config_id = await config(service)
        await made(service, config_id)
        body = {"config_id": config_id, "server_id": "s1"}
        assert (await service.post("/software_deployments", body)).status_code == 400


async def test_a_server_reads_its_configurations_by_name():
    async with serving() as service:
        for name in ("b", "a"):
            await made(service, await config(service, name), stack_user_project_id="users")
        path = "/software_deployments/metadata/s1"
        for headers, project in (({}, "p1"), (AGENT, "users")):
            told = await service.client.get(f"/v1/{project}{path}", headers=headers)
            assert [one["name"] for one in told.json()["metadata"]] == ["a", "b"]
            assert told.json()["metadata"][0]["config"] == "true"


async def test_a_stranger_sees_nothing():
    async with serving() as service:
        one = await made(service, await config(service), stack_user_project_id="users")
        eve = token("eve", "p2")
        base = "/v1/p2/software_deployments"
        listed = await service.client.get(f"{base}?server_id=s1", headers=eve)
        assert listed.json()["software_deployments"] == []
        assert (await service.client.get(f"{base}/metadata/s1", headers=eve)).json() == {
            "metadata": []
        }
        for method in ("GET", "PUT", "DELETE"):
            answer = await service.client.request(method, f"{base}/{one['id']}", headers=eve)
            assert answer.status_code == 404, method
