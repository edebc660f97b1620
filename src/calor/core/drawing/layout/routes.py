"""How the rows stand below each other, and the way each wire takes from row to row.

A line is a curve only between two rows and vertical within one, at a place
that was kept free for it: so it can never run through a box.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from calor.core.drawing.layout.crossings import Levels
from calor.core.drawing.layout.parts import Item, Point, Route, Wire
from calor.core.drawing.layout.weave import Segment, Weave

LEAST_GAP, MOST_GAP, PIN_GAP = 40.0, 110.0, 12.0
STEEPNESS = 0.11
LANE = 7.0
LANES = 40


@dataclass(frozen=True, slots=True)
class Drawn:
    """An ordered weave and the middle of everything in it."""

    woven: Weave
    levels: Levels
    middle: list[float]


@dataclass(frozen=True, slots=True)
class Band:
    """The space one row takes."""

    top: float
    bottom: float


def rows(items: Sequence[Item], drawn: Drawn) -> list[Band]:
    """Return the bands of the rows, further apart where lines must go far aside."""
    aside = [0.0] * len(drawn.levels)
    for one in drawn.woven.segments:
        way = abs(drawn.middle[one.lower] - drawn.middle[one.upper])
        aside[drawn.woven.level[one.upper]] = max(aside[drawn.woven.level[one.upper]], way)
    heights = [
        max((items[one].height for one in level if one < len(items)), default=0.0)
        for level in drawn.levels
    ]
    bands: list[Band] = []
    top = 0.0
    for height, below, far in zip(heights, [*heights[1:], 0.0], aside, strict=True):
        bands.append(Band(top, top + height))
        least = LEAST_GAP if height and below else PIN_GAP
        top += height + min(MOST_GAP, max(least, far * STEEPNESS))
    return bands


def wire_routes(
    items: Sequence[Item], wires: Sequence[Wire], drawn: Drawn, bands: Sequence[Band], right: float
) -> tuple[list[Route], float]:
    """Return the route of every wire, and the width of the drawing with them."""
    routes: list[Route] = []
    lanes: dict[int, float] = {}
    for wire, chain in zip(wires, drawn.woven.chains, strict=True):
        start, end = _ends(items, wire, drawn, bands)
        if chain:
            between = list(_woven([drawn.woven.segments[n] for n in chain], drawn, bands))
            routes.append([(between[0][0], start[1]), *between, (between[-1][0], end[1])])
        else:
            lane = lanes.setdefault(wire.upper, right + LANE * (len(lanes) % LANES))
            routes.append([start, *_beside(wire, drawn, bands, (start[0], lane, end[0])), end])
    return routes, max([right, *(lane + LANE for lane in lanes.values())])


def _ends(
    items: Sequence[Item], wire: Wire, drawn: Drawn, bands: Sequence[Band]
) -> tuple[Point, Point]:
    top = bands[drawn.woven.level[wire.upper]].top
    start = (drawn.middle[wire.upper] + wire.start, top + items[wire.upper].height)
    lower = bands[drawn.woven.level[wire.lower]].top
    return start, (drawn.middle[wire.lower] + (wire.end or 0), lower)


def _woven(chain: Sequence[Segment], drawn: Drawn, bands: Sequence[Band]) -> Iterator[Point]:
    for one in chain:
        level = drawn.woven.level[one.upper]
        yield drawn.middle[one.upper] + one.start, bands[level].bottom
        yield drawn.middle[one.lower] + (one.end or 0), bands[level + 1].top


def _beside(
    wire: Wire, drawn: Drawn, bands: Sequence[Band], across: tuple[float, float, float]
) -> Route:
    """Return the way out to a lane right of everything, down it, and back in."""
    start, lane, end = across
    upper, lower = drawn.woven.level[wire.upper], drawn.woven.level[wire.lower]
    return [
        (start, bands[upper].bottom),
        (lane, bands[upper + 1].top),
        (lane, bands[lower - 1].bottom),
        (end, bands[lower].top),
    ]
