"""A resource type whose things are lines of a file that all engines share."""

import asyncio
import os
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import ClassVar

from calor.plugin import attr, prop
from calor.plugin.registry import TypeRegistry
from calor.plugin.resource import Resource


class Line(Resource):
    """A line with the name of the thing and the process that wrote it."""

    type_name = "Test::Line"
    attributes: ClassVar = {
        "value": attr("What it keeps."),
        "live": attr("What only those are told who ask."),
    }

    file: str = prop("Where the lines are.", default="")
    value: str = prop("What it keeps.", default="", updatable=True)
    late: float = prop("How long a call takes until it is answered.", default=0)
    secs: float = prop("How long everything else takes.", default=0)

    async def create(self, here):
        if self.late:
            await asyncio.sleep(self.late)
        if self.file:
            with Path(self.file).open("a") as lines:
                lines.write(f"{here.physical_name()} {os.getpid()}\n")
        return here.physical_name()

    async def find(self, here):
        names = dict(map(str.split, Path(self.file).read_text().splitlines()))
        return here.physical_name() if here.physical_name() in names else None

    async def progress(self, here):
        left = here.started_at + self.secs - here.now()
        return left if left > 0 else True

    async def show(self, here):
        return {"value": self.value}

    async def attribute(self, here, name):
        return f"{name} {self.value}"


TYPES = {Line.type_name: Line}

REGISTRY = TypeRegistry(
    [
        EntryPoint("OS.Heat", "calor.resources.heat:TYPES", "types"),
        EntryPoint("Test", "tests.engine.types:TYPES", "types"),
    ]
)
