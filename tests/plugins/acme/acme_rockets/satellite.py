"""Acme::Satellite: an object of a REST service of Acme's own."""

from collections.abc import Iterable, Set
from typing import ClassVar

from calor.plugin import Declared, Here, RestResource, Shelf, at_least, attr, prop


class Orbit(Declared):
    """Where a satellite flies."""

    altitude: int = prop("Kilometres above the ground.", at_least(160))
    inclination: float | None = prop("Degrees against the equator.", default=None)


class Satellite(RestResource):
    """A satellite, which Acme's ground station looks after."""

    type_name = "Acme::Satellite"
    shelf = Shelf(service="ground-station", path="/v1/satellites", key="satellites")
    entity = "satellite"
    status_key = "state"
    ready = frozenset({"IN_ORBIT"})
    pending = frozenset({"ON_THE_PAD", "CLIMBING"})
    failed = frozenset({"LOST"})
    faults = ("last_words",)
    attributes: ClassVar = {
        "state": attr("How it is."),
        "call_sign": attr("How it is called by radio."),
        "battery": attr("How full its battery is.", float, live=True),
    }

    name: str | None = prop("What it is called.", updatable=True, default=None)
    orbit: Orbit = prop("Where it flies.", updatable=True)
    owner: str | None = prop("Whose it is.", wire="owner_id", default=None)
    listeners: tuple[str, ...] | None = prop(
        "Who may hear it.", updatable=True, default=None, aside=True
    )

    async def finish(self, here: Here, names: Set[str]) -> None:
        if "listeners" in names:
            body = {"listeners": list(self.listeners or ())}
            await self.call(here, "PUT", "/listeners", body)

    def problems(self) -> Iterable[str]:
        if self.listeners == ():
            yield "listeners: give some, or leave it out and everybody hears it"
