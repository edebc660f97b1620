"""Stacks are handed over as documents, where the operator allows it."""

from calor.api.services import ApiSettings
from tests.api.orchestration.templates import GROUP, kind, made, rested, url
from tests.api.serving import serving

KEYS = {
    *("name", "id", "action", "status", "environment", "files", "template", "resources"),
    *("project_id", "stack_user_project_id", "tags"),
}


async def test_a_stack_is_exported_and_abandoned():
    async with serving(ApiSettings(allow_abandon=True)) as service:
        path = await made(service, "one", GROUP, tags="a")
        exported = (await service.get(f"{path}/export")).json()
        assert set(exported) == KEYS
        assert set(exported["resources"]["group"]["resources"]) == {"0", "1"}
        abandoned = await service.client.delete(url(f"{path}/abandon"))
        assert (abandoned.status_code, abandoned.json()) == (200, exported)
        assert await rested(service, path) == "DELETE_COMPLETE"


async def test_it_is_off_unless_it_is_switched_on():
    async with serving() as service:
        path = await made(service, "one", GROUP)
        assert kind(await service.get(f"{path}/export")) == (400, "NotSupported")
        assert kind(await service.client.delete(url(f"{path}/abandon"))) == (400, "NotSupported")
