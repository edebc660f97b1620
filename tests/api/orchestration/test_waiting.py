"""What unfinished resources wait for, told over the API."""

import asyncio
from typing import Any

from tests.api.orchestration.templates import GROUP, ONE, SLOW, begun, made, template, value
from tests.api.serving import Serving, serving

PAUSED = template(
    {
        "slow": SLOW["resources"]["slow"],
        "after": value("x", depends_on=["slow", "it"]),
        "it": ONE["resources"]["it"],
        "hooked": ONE["resources"]["it"],
        "group": {
            "type": "OS::Heat::ResourceGroup",
            "properties": {"count": 1, "resource_def": SLOW["resources"]["slow"]},
        },
    }
)
HOOKS = {"resource_registry": {"resources": {"hooked": {"hooks": "pre-create"}}}}


async def waits(service: Serving, path: str) -> dict[str, list[tuple[str, str | None]]]:
    told: dict[str, Any] = (await service.get(f"{path}/waiting")).json()["waiting"]
    return {
        one["resource_name"]: [(wait["kind"], wait["name"]) for wait in one["waits_for"]]
        for one in told["resources"]
    }


async def test_each_unfinished_resource_says_what_it_waits_for():
    async with serving() as service:
        path = await begun(service, "one", PAUSED, environment=HOOKS)
        while (found := await waits(service, path)).get("0", [("", "")])[0][0] != "cloud":
            await asyncio.sleep(0.002)
        child = found.pop("group")
        assert child[0][0] == "child"
        assert str(child[0][1]).startswith("one-group-")
        assert found == {
            "slow": [("cloud", None)],
            "after": [("resource", "slow")],
            "hooked": [("hook", "pre-create")],
            "0": [("cloud", None)],
        }
        told = (await service.get(f"{path}/waiting")).json()["waiting"]
        assert told["stack_status"] == "CREATE_IN_PROGRESS"
        assert told["deadline"].endswith("Z")


async def test_a_deletion_waits_for_those_that_were_built_upon_a_thing():
    async with serving(works=False) as service:
        path = await begun(service, "one", GROUP)
        assert await waits(service, path) == {"group": [("engine", None)]}


async def test_a_stack_at_rest_waits_for_nothing():
    async with serving() as service:
        path = await made(service, "one", ONE)
        assert await waits(service, path) == {}
