"""What can be done to a stack without a new template."""

import pytest

from calor.api.caller import Forbidden
from tests.api.orchestration.templates import ONE, SLOW, begun, kind, made, rested, template
from tests.api.serving import Anybody, serving


async def test_a_stack_is_suspended_resumed_and_checked():
    async with serving() as service:
        path = await made(service, "one", ONE)
        for action in ("suspend", "resume", "check"):
            reply = await service.post(f"{path}/actions", {action: None})
            assert (reply.status_code, reply.json()) == (200, None)
            assert await rested(service, path) == f"{action.upper()}_COMPLETE"


@pytest.mark.parametrize("body", [{}, {"explode": None}, {"suspend": None, "resume": None}])
async def test_exactly_one_known_action_is_named(body):
    async with serving() as service:
        path = await made(service, "one", ONE)
        assert kind(await service.post(f"{path}/actions", body)) == (400, "HTTPBadRequest")


async def test_only_what_is_being_done_can_be_cancelled():
    async with serving() as service:
        path = await made(service, "one", ONE)
        for action in ("cancel_update", "cancel_without_rollback"):
            reply = await service.post(f"{path}/actions", {action: None})
            assert kind(reply) == (400, "NotSupported")
        slow = await begun(service, "slow", SLOW)
        reply = await service.post(f"{slow}/actions", {"cancel_update": None})
        assert kind(reply) == (400, "NotSupported")
        reply = await service.post(f"{slow}/actions", {"cancel_without_rollback": None})
        assert reply.status_code == 200


async def test_an_update_is_cancelled():
    async with serving() as service:
        path = await made(service, "one", ONE)
        hooks = {"resource_registry": {"resources": {"new": {"hooks": "pre-create"}}}}
        more = template({**ONE["resources"], "new": SLOW["resources"]["slow"]})
        await service.put(path, {"template": more, "environment": hooks})
        reply = await service.post(f"{path}/actions", {"cancel_update": None})
        assert reply.status_code == 200
        assert await rested(service, path) == "ROLLBACK_COMPLETE"


class OnlyChecks(Anybody):
    def enforce(self, rule, caller, target):
        if rule.startswith("actions:") and rule != "actions:check":
            raise Forbidden("you may only look")


async def test_each_action_has_its_rule():
    async with serving(policy=OnlyChecks()) as service:
        path = await made(service, "one", ONE)
        assert (await service.post(f"{path}/actions", {"suspend": None})).status_code == 403
        assert (await service.post(f"{path}/actions", {"check": None})).status_code == 200
