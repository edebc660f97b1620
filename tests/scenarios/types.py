"""A cloud of things, and resource types that make them, slow them down and break them."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, ClassVar

from calor.core.errors import CloudConflict, ReplaceResource, ResourceFailed, ResourceInError
from calor.core.state import Action
from calor.plugin import attr, prop
from calor.plugin.resource import Resource


@dataclass
class Cloud:
    """What really exists, by physical id, and what was asked of it in vain."""

    things: dict[str, Any] = field(default_factory=dict)
    tries: Counter[Any] = field(default_factory=Counter)
    broken: set[str] = field(default_factory=set)
    """The names of resources whose things are not well."""

    def clear(self) -> None:
        self.things.clear()
        self.tries.clear()
        self.broken.clear()


CLOUD = Cloud()


class Plain(Resource):
    """A thing that does as it is told and cannot be checked."""

    type_name = "Test::Plain"
    attributes: ClassVar = {"value": attr("What it keeps.")}
    can_snapshot: ClassVar = True

    value: str = prop("What it keeps.", default="", updatable=True)
    size: str = prop("What can only be changed by another thing.", default="")
    colour: str = prop("What cannot be changed at all.", default="", immutable=True)
    secs: float = prop("How long everything takes.", default=0, updatable=True)
    fail_on: tuple[str, ...] = prop("Actions that fail.", default=(), updatable=True)
    errors: int = prop("How many creations go wrong by themselves.", default=0, updatable=True)
    conflicts: int = prop("How many deletions find it busy.", default=0, updatable=True)
    stubborn: bool = prop("Find out late that it cannot be changed.", default=False, updatable=True)

    async def create(self, here):
        physical_id = here.physical_name()
        CLOUD.tries[here.name, "create"] += 1
        CLOUD.things[physical_id] = self.value
        return physical_id

    async def find(self, here):
        return here.physical_name() if here.physical_name() in CLOUD.things else None

    async def update(self, here, before, changed):
        if self.stubborn:
            raise ReplaceResource("it cannot be changed after all")
        CLOUD.things[here.physical_id] = self.value

    async def delete(self, here):
        CLOUD.tries[here.name, "delete"] += 1
        if CLOUD.tries[here.name, "delete"] <= self.conflicts:
            raise CloudConflict(f"{here.name} is busy")
        CLOUD.things.pop(here.physical_id, None)

    async def snapshot(self, here):
        CLOUD.things[f"copy of {here.physical_id}"] = self.value
        here.data["copy"] = f"copy of {here.physical_id}"

    async def progress(self, here):
        left = here.started_at + self.secs - here.now()
        if left > 0:
            return left
        if here.action.lower() in self.fail_on:
            raise ResourceFailed(f"{here.name} did not want to")
        tries = CLOUD.tries[here.name, "create"]
        if here.action == "CREATE" and tries <= self.errors:
            raise ResourceInError(f"try {tries} went wrong")
        return True

    async def show(self, here):
        return {"value": self.value}


class Thing(Plain):
    """The same, and it can be checked."""

    type_name = "Test::Thing"
    checkable = True

    async def check(self, here):
        if here.name in CLOUD.broken:
            raise ResourceFailed("it is not well")


class Ear(Resource):
    """Something that is made once it was told what to become; it tells what it has heard."""

    type_name = "Test::Ear"
    takes_signals = heeds_signals = True
    silent_during: ClassVar = frozenset({Action.DELETE})
    attributes: ClassVar = {"heard": attr("What it was told.", list, live=True)}

    async def create(self, here):
        here.data["made"] = True
        return here.id

    async def signal(self, here, details):
        if details is None:
            raise ResourceFailed("nothing was said")
        here.data["heard"] = [*here.data.get("heard", []), details["word"]]
        here.secrets["last"] = details["word"]
        return f"heard {details['word']}"

    async def progress(self, here):
        return here.action != "CREATE" or here.secrets.get("last") == "done" or AGES

    async def attribute(self, here, name):
        return [here.data["made"], *here.data.get("heard", [])]


AGES = 3600.0
TYPES = {one.type_name: one for one in (Plain, Thing, Ear)}
