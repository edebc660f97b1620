"""What the layout works on: sized items, wires that lead down, and the outcome."""

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Route: TypeAlias = list[Point]
"""Points of a line.  Between two of them it is straight if they stand above
each other; otherwise it is a curve that begins and ends vertically."""


class Pin(Enum):
    """The border at which a line enters or leaves the drawing."""

    TOP = "top"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True)
class Item:
    """Something to place; items of one family stand together when nothing else binds them."""

    width: float
    height: float
    family: str = ""
    pin: Pin | None = None


@dataclass(frozen=True, slots=True)
class Wire:
    """A line from an item down to a lower one.

    Wires with the same upper item and trunk run together until they part.
    `start` and `end` say where they touch the items, counted from the middle;
    an end that is left open is spread along the item's upper side.
    """

    upper: int
    lower: int
    trunk: Hashable = None
    start: float = 0
    end: float | None = None


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Where the items stand (their upper left corners) and how the wires run."""

    width: float
    height: float
    spots: list[Point]
    routes: list[Route]


def moved(route: Route, by: Point) -> Route:
    """Return a route shifted."""
    right, down = by
    return [(x + right, y + down) for x, y in route]
