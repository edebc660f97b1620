"""Single resources are told something over the API."""

import asyncio

import pytest

from tests.api.orchestration.templates import HOOKED, ONE, begun, kind, made, rested, template, url
from tests.api.serving import Serving, serving


async def state(service: Serving, path: str) -> tuple[str, str]:
    shown = (await service.get(path)).json()["resource"]
    return shown["resource_status"], shown["resource_status_reason"]


async def until_hooked(service: Serving, path: str) -> None:
    while not (await service.get(f"{path}/events?resource_name=it")).json()["events"]:
        await asyncio.sleep(0.002)


async def test_a_hook_is_cleared_by_a_signal():
    async with serving() as service:
        path = await begun(service, "one", ONE, environment=HOOKED)
        await until_hooked(service, path)
        signal = f"{path}/resources/it/signal"
        assert kind(await service.post(signal, {"unset_hook": "pre-delete"}))[0] == 400
        reply = await service.post(signal, {"unset_hook": "pre-create"})
        assert (reply.status_code, reply.json()) == (200, None)
        assert await rested(service, path) == "CREATE_COMPLETE"


async def test_only_what_takes_signals_is_signalled():
    async with serving() as service:
        path = await made(service, "one", ONE)
        reply = await service.post(f"{path}/resources/it/signal", {"status": "SUCCESS"})
        assert kind(reply) == (400, "NotSupported")
        reply = await service.post(f"{path}/resources/nix/signal", {})
        assert kind(reply) == (404, "ResourceNotFound")


async def test_a_handle_takes_a_signal_with_and_without_a_body():
    async with serving() as service:
        handle = {"type": "OS::Heat::WaitConditionHandle"}
        path = await made(service, "one", template({"it": handle}))
        for body in ({"status": "SUCCESS", "id": "1"}, None):
            reply = await service.post(f"{path}/resources/it/signal", body)
            assert (reply.status_code, reply.json()) == (200, None)
        reply = await service.client.post(url(f"{path}/resources/it/signal"))
        assert reply.status_code == 200


async def test_a_resource_is_marked_by_its_name_or_physical_id():
    async with serving() as service:
        path = await made(service, "one", ONE)
        resource = f"{path}/resources/it"
        body = {"mark_unhealthy": True, "resource_status_reason": "it smells"}
        reply = await service.client.patch(url(resource), json=body)
        assert (reply.status_code, reply.json()) == (200, None)
        assert await state(service, resource) == ("CHECK_FAILED", "it smells")
        physical = (await service.get(resource)).json()["resource"]["physical_resource_id"]
        reply = await service.client.patch(
            url(f"{path}/resources/{physical}"), json={"mark_unhealthy": "false"}
        )
        assert reply.status_code == 200
        assert await state(service, resource) == ("CHECK_COMPLETE", "state changed")


@pytest.mark.parametrize("body", [{}, {"mark_unhealthy": "perhaps"}, {"mark_unhealthy": 1, "x": 2}])
async def test_a_mark_that_makes_no_sense_is_refused(body):
    async with serving() as service:
        path = await made(service, "one", ONE)
        reply = await service.client.patch(url(f"{path}/resources/it"), json=body)
        assert kind(reply) == (400, "HTTPBadRequest")
