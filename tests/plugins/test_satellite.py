"""The type of the how-to page is brought up in a service that has satellites."""

import re
from typing import Any

import pytest

from calor.core.errors import CalorError
from calor.core.state import Action
from calor.engine.local import open_local
from calor.engine.orders import Order
from tests.plugins.test_third_party import installed
from tests.resources.cloud import Collection, MemoryCloud

__all__ = ["installed"]

FIELDS: dict[str, Any] = {
    "name": "",
    "orbit": {},
    "owner_id": None,
    "state": "IN_ORBIT",
    "call_sign": "E1",
}


class GroundStation(MemoryCloud):
    """Knows who may hear each satellite."""

    def _answer(self, request):
        if found := re.fullmatch("/v1/satellites/([^/]+)/listeners", request.path):
            self.collections["/v1/satellites"].things[found[1]]["listeners"] = request.body
            return None
        return super()._answer(request)


@pytest.fixture
def station():
    satellites = Collection("satellites", "satellite", {**FIELDS, "battery": 0.5})
    return GroundStation({"/v1/satellites": satellites})


def order(**properties):
    template = {
        "heat_template_version": "2021-04-16",
        "resources": {"eye": {"type": "Acme::Satellite", "properties": properties}},
        "outputs": {
            one: {"value": {"get_attr": ["eye", one]}} for one in ("call_sign", "battery", "state")
        },
    }
    return Order(template=template)


@pytest.mark.usefixtures("installed")
async def test_a_satellite_goes_up_changes_its_orbit_and_comes_down(station):
    satellites = station.collections["/v1/satellites"].things
    async with open_local("memory://", clouds=lambda *_: station) as local:
        given = {"orbit": {"altitude": 786}, "listeners": ["kiruna"]}
        stack_id = await local.stacks.create("demo", "space", order(**given))
        await local.complete(stack_id)
        (one,) = satellites.values()
        assert one["name"].startswith("space-eye-")
        assert one["orbit"] == {"altitude": 786}
        assert one["listeners"] == {"listeners": ["kiruna"]}
        outputs = await local.views.outputs("demo", stack_id)
        assert {name: shown.value for name, shown in outputs.items()} == {
            "call_sign": "E1",
            "battery": 0.5,
            "state": "IN_ORBIT",
        }

        given["orbit"] = {"altitude": 800, "inclination": 98.6}
        await local.stacks.update("demo", stack_id, order(**given))
        await local.complete(stack_id)
        (two,) = satellites.values()
        assert (two["id"], two["orbit"]["inclination"]) == (one["id"], 98.6)

        await local.stacks.act("demo", stack_id, Action.DELETE)
        await local.complete(stack_id)
        assert satellites == {}


@pytest.mark.usefixtures("installed")
async def test_one_that_is_lost_says_its_last_words(station):
    station.collections["/v1/satellites"].defaults |= {"state": "ODD", "last_words": "so cold"}
    async with open_local("memory://", clouds=lambda *_: station) as local:
        stack_id = await local.stacks.create("demo", "space", order(orbit={"altitude": 786}))
        with pytest.raises(CalorError, match="is in state ODD: so cold, which nobody knows"):
            await local.complete(stack_id)


@pytest.mark.usefixtures("installed")
async def test_one_that_nobody_hears_is_refused(station):
    async with open_local("memory://", clouds=lambda *_: station) as local:
        stack_id = await local.stacks.create(
            "demo", "space", order(orbit={"altitude": 786}, listeners=[])
        )
        with pytest.raises(CalorError, match="everybody hears it"):
            await local.complete(stack_id)
