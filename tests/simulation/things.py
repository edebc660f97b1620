"""Resource types over the cloud of the simulation."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from importlib.metadata import EntryPoint
from typing import Any, ClassVar

from calor.core.errors import ReplaceResource, ResourceInError
from calor.core.state import Action
from calor.core.values import Value
from calor.plugin import attr, prop
from calor.plugin.registry import GROUP, TypeRegistry
from calor.plugin.resource import Here, Progress, Resource
from tests.simulation.cloud import LINK

SECRET = "-".join(["marked", "secret"])
"""What nobody may ever read in an event, a reason or a log."""

STOPPING = "stubborn"
"""A value that cannot be given to a thing that exists."""


class SimThing(Resource):
    """Something that takes time to be made, changed and removed, and is found by its token."""

    type_name = "Sim::Thing"
    attributes: ClassVar = {
        "value": attr("The value.", str),
        "live": attr("The value as the cloud has it.", str, live=True),
    }
    checkable = True

    value: str = prop("Can be changed.", default="", updatable=True)
    fixed: str = prop("Cannot be changed.", default="")
    needs: tuple[str, ...] = prop("Other things.", default=(), updatable=True)
    secret: str = prop("Never shown.", default="", updatable=True)

    async def create(self, here: Here) -> str | None:
        here.secrets["key"] = f"{SECRET}-{here.id}"
        return await LINK.get().create(here.id, _name(here), self._values())

    async def find(self, here: Here) -> str | None:
        return await LINK.get().find(here.id, _name(here))

    async def update(self, here: Here, before: "SimThing", changed: AbstractSet[str]) -> None:
        if "value" in changed and self.value == STOPPING:
            raise ReplaceResource("it cannot become that")
        await LINK.get().update(here.physical_id or "", self._values())

    async def delete(self, here: Here) -> None:
        await LINK.get().delete(here.physical_id or "")

    async def suspend(self, here: Here) -> None:
        await LINK.get().suspend(here.physical_id or "", is_suspended=True)

    async def resume(self, here: Here) -> None:
        await LINK.get().suspend(here.physical_id or "", is_suspended=False)

    async def check(self, here: Here) -> None:
        state, _ = await LINK.get().state(here.physical_id or "")
        if state != "active":
            raise ResourceInError(f"it is {state}")

    async def progress(self, here: Here) -> Progress:
        if here.action not in (Action.CREATE, Action.UPDATE, Action.DELETE):
            return True
        if here.physical_id is None:
            return here.action is Action.DELETE
        state, left = await LINK.get().state(here.physical_id)
        if here.action is Action.DELETE:
            return True if state == "gone" else left
        if state == "building":
            return left
        if state != "active":
            raise ResourceInError(f"it is {state}")
        return True

    async def show(self, here: Here) -> Mapping[str, Value]:
        return {"value": self.value}

    async def attribute(self, here: Here, name: str) -> Value:
        return (await LINK.get().show(here.physical_id or "")).get("value")

    def foretell(self) -> Mapping[str, Value]:
        return {"value": self.value, "live": self.value}

    def _values(self) -> dict[str, Any]:
        return {"value": self.value, "fixed": self.fixed, "needs": list(self.needs)}


class SimStray(SimThing):
    """A thing that cannot be found again: a crash in the wrong moment leaves one behind."""

    type_name = "Sim::Stray"

    async def find(self, here: Here) -> str | None:
        return None


def _name(here: Here) -> str:
    return here.name


TYPES = {one.type_name: one for one in (SimThing, SimStray)}


def types() -> TypeRegistry:
    """Return the simulation's types beside those of OS::Heat."""
    return TypeRegistry(
        [
            EntryPoint("Sim", "tests.simulation.things:TYPES", GROUP),
            EntryPoint("OS.Heat", "calor.resources.heat:TYPES", GROUP),
        ]
    )
