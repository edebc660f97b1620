"""Acme::Rocket: all that a third party writes for a type of its own."""

import json
from collections.abc import Set
from pathlib import Path
from typing import Any, ClassVar, Literal, Self

from calor.plugin import Declared, Here, Progress, Resource, at_least, attr, check, prop

SPACEPORT = Path("spaceport")


class Stage(Declared):
    """One stage of a rocket."""

    fuel: Literal["kerosene", "hydrogen"] = prop("What it burns.")
    engines: int = prop("How many engines.", at_least(1), default=1)


class Rocket(Resource):
    """Something that flies; here it is a file in the folder of a spaceport."""

    type_name = "Acme::Rocket"
    attributes: ClassVar = {
        "pad": attr("Where it stands."),
        "altitude": attr("How high it is.", float, live=True),
    }

    name: str = prop("What it is called.", updatable=True)
    stages: tuple[Stage, ...] = prop("From the bottom up.", default=(Stage(fuel="kerosene"),))
    launch: str | None = prop("When it starts.", check("iso_8601"), default=None)

    async def create(self, here: Here) -> str:
        rocket = SPACEPORT / here.physical_name()
        rocket.write_text(json.dumps({"name": self.name, "altitude": 0.0}))
        return rocket.name

    async def find(self, here: Here) -> str | None:
        rocket = SPACEPORT / here.physical_name()
        return rocket.name if rocket.exists() else None

    async def update(self, here: Here, before: Self, changed: Set[str]) -> None:
        await self.create(here)

    async def delete(self, here: Here) -> None:
        if here.physical_id is not None:
            (SPACEPORT / here.physical_id).unlink(missing_ok=True)

    async def progress(self, here: Here) -> Progress:
        is_there = await self.find(here) is not None
        return not is_there if here.action == "DELETE" else is_there

    async def show(self, here: Here) -> dict[str, Any]:
        return {"pad": here.physical_id}

    async def attribute(self, here: Here, name: str) -> Any:
        return json.loads((SPACEPORT / str(here.physical_id)).read_text())[name]


TYPES = {Rocket.type_name: Rocket}
