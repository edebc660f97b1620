"""One connected drawing: ranks, order, places and routes put together."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil, sqrt

from calor.core.drawing.layout.abscissae import ITEM_GAP, abscissae
from calor.core.drawing.layout.crossings import Levels, reduce_crossings
from calor.core.drawing.layout.parts import Arrangement, Item, Wire
from calor.core.drawing.layout.ranks import rank
from calor.core.drawing.layout.routes import Drawn, rows, wire_routes
from calor.core.drawing.layout.weave import Segment, Weave, weave

ASPECT = 2.0
NARROWEST_WRAP = 1500.0
TOUCH_GAP = 12.0
MARGIN = 12.0


def arrange(items: Sequence[Item], wires: Sequence[Wire]) -> Arrangement:
    """Lay out items that wires tie together; the wires must not form a cycle."""
    level = rank(items, wires)
    woven, levels = _ordered(level, wires, range(len(items)))
    wrapped = _wrapped(items, woven, levels)
    if wrapped != level:
        places = {one: n for row in levels for n, one in enumerate(row)}
        woven, levels = _ordered(wrapped, wires, [places[one] for one in range(len(items))])
    _spread_ends(items, woven, levels)
    widths = [item.width for item in items] + [0.0] * (len(woven.level) - len(items))
    middle = abscissae(levels, woven, widths)
    return _assembled(items, wires, Drawn(woven, levels, middle))


def _ordered(
    level: Sequence[int], wires: Sequence[Wire], first: Sequence[int]
) -> tuple[Weave, Levels]:
    """Weave the wires and order the levels, beginning with the items' order given."""
    woven = weave(level, wires)
    key = [float(place) for place in first]
    key += [sum(first[one] for one in ends) / len(ends) for ends in woven.through]
    levels: Levels = [[] for _ in range(max(level, default=-1) + 1)]
    for one in sorted(range(len(woven.level)), key=key.__getitem__):
        levels[woven.level[one]].append(one)
    return woven, reduce_crossings(levels, *woven.neighbours())


def _wrapped(items: Sequence[Item], woven: Weave, levels: Levels) -> list[int]:
    """Return new levels: one that is much too wide becomes several rows."""
    area = sum((item.width + ITEM_GAP) * (item.height + ITEM_GAP * 2) for item in items)
    limit = max(NARROWEST_WRAP, sqrt(area * ASPECT))
    up, down = woven.neighbours()
    wrapped, top = list(woven.level[: len(items)]), 0
    for level in levels:
        real = [one for one in level if one < len(items)]
        width = sum(items[one].width + ITEM_GAP for one in real)
        count = max(1, ceil(width / limit)) if not any(items[one].pin for one in real) else 1
        for one, row in _dealt(real, count, up, down):
            wrapped[one] = top + row
        top += count
    return wrapped


def _dealt(
    level: Sequence[int], rows: int, up: Sequence[list[int]], down: Sequence[list[int]]
) -> Iterable[tuple[int, int]]:
    """Deal a level out to rows like cards, so that neighbours come to stand above each other."""
    for at in range(0, len(level), rows):
        # Leaves first: wires from above share a trunk, while each wire further down is one more.
        hand = sorted(level[at : at + rows], key=lambda one: (len(down[one]), -len(up[one])))
        yield from zip(hand, range(rows), strict=False)


def _spread_ends(items: Sequence[Item], woven: Weave, levels: Levels) -> None:
    """Give every open end its own place on the upper side of its item, in the order they come."""
    place = {one: at for level in levels for at, one in enumerate(level)}
    open_ends: dict[int, list[Segment]] = defaultdict(list)
    for segment in woven.segments:
        if segment.end is None:
            open_ends[segment.lower].append(segment)
    for one, segments in open_ends.items():
        segments.sort(key=lambda segment: place[segment.upper])
        gap = min(TOUCH_GAP, (items[one].width - 24) / len(segments))
        for at, segment in enumerate(segments):
            segment.end = (at - (len(segments) - 1) / 2) * gap


def _assembled(items: Sequence[Item], wires: Sequence[Wire], drawn: Drawn) -> Arrangement:
    bands = rows(items, drawn)
    left = min(x - _half(items, one) for one, x in enumerate(drawn.middle)) - MARGIN
    drawn = replace(drawn, middle=[x - left for x in drawn.middle])
    right = max(x + _half(items, one) for one, x in enumerate(drawn.middle)) + MARGIN
    routes, width = wire_routes(items, wires, drawn, bands, right)
    spots = [
        (drawn.middle[one] - item.width / 2, bands[drawn.woven.level[one]].top)
        for one, item in enumerate(items)
    ]
    return Arrangement(width, bands[-1].bottom, spots, routes)


def _half(items: Sequence[Item], one: int) -> float:
    return items[one].width / 2 if one < len(items) else 0.0
