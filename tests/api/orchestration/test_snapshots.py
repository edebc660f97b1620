"""Snapshots over the API."""

from calor.engine.limits import Limits
from tests.api.orchestration.templates import ONE, SLOW, begun, kind, made, rested, template
from tests.api.serving import serving


async def test_a_snapshot_is_taken_listed_shown_gone_back_to_and_deleted():
    async with serving() as service:
        path = await made(service, "one", ONE)
        reply = await service.post(f"{path}/snapshots", {"name": "first"})
        taken = reply.json()
        assert reply.status_code == 200
        assert {**taken, "id": "", "creation_time": ""} == {
            "id": "",
            "name": "first",
            "action": "SNAPSHOT",
            "status": "IN_PROGRESS",
            "status_reason": "",
            "data": None,
            "creation_time": "",
        }
        assert await rested(service, path) == "SNAPSHOT_COMPLETE"
        [listed] = (await service.get(f"{path}/snapshots")).json()["snapshots"]
        one = f"{path}/snapshots/{taken['id']}"
        shown = (await service.get(one)).json()["snapshot"]
        assert shown == listed
        assert (shown["status"], shown["data"]["template"]) == ("COMPLETE", ONE)
        await service.put(path, {"template": template({})})
        await rested(service, path)
        assert (await service.post(f"{one}/restore", {})).status_code == 202
        assert await rested(service, path) == "RESTORE_COMPLETE"
        names = (await service.get(f"{path}/resources")).json()["resources"]
        assert [each["resource_name"] for each in names] == ["it"]
        assert (await service.delete(one)).status_code == 204
        assert kind(await service.get(one)) == (404, "EntityNotFound")


async def test_a_snapshot_of_another_stack_is_not_found():
    async with serving() as service:
        one, two = await made(service, "one", ONE), await made(service, "two", ONE)
        taken = (await service.post(f"{one}/snapshots", {})).json()["id"]
        await rested(service, one)
        assert kind(await service.get(f"{two}/snapshots/{taken}")) == (404, "EntityNotFound")


async def test_a_busy_stack_has_no_snapshot_taken_and_limits_hold():
    async with serving(limits=Limits(snapshots_per_stack=0)) as service:
        slow = await begun(service, "slow", SLOW)
        assert kind(await service.post(f"{slow}/snapshots", {})) == (409, "ActionInProgress")
        path = await made(service, "one", ONE)
        assert kind(await service.post(f"{path}/snapshots", {})) == (400, "RequestLimitExceeded")
