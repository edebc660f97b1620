"""Acme::Rocket: all that a third party writes for a type of its own."""

from typing import ClassVar, Literal

from calor.plugin import Declared, DeclaredType, at_least, attr, check, prop


class Stage(Declared):
    """One stage of a rocket."""

    fuel: Literal["kerosene", "hydrogen"] = prop("What it burns.")
    engines: int = prop("How many engines.", at_least(1), default=1)


class Rocket(DeclaredType):
    """Something that flies."""

    type_name = "Acme::Rocket"
    attributes: ClassVar = {"altitude": attr("How high it is.", float, live=True)}

    name: str = prop("What it is called.", updatable=True)
    stages: tuple[Stage, ...] = prop("From the bottom up.", default=(Stage(fuel="kerosene"),))
    launch: str | None = prop("When it starts.", check("iso_8601"), default=None)


TYPES = {Rocket.type_name: Rocket}
