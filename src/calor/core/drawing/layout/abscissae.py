"""How far to the right everything stands: near what it is tied to, and never too close.

Each level in turn is moved to where its ties pull it.  Keeping the order and
the distances while pulling is an isotonic regression, which pooling solves
exactly; so neighbours can never overlap, whatever the pulls are.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise

from calor.core.drawing.layout.crossings import Levels
from calor.core.drawing.layout.straight import Room, align, straighten, trunks
from calor.core.drawing.layout.ties import Ties
from calor.core.drawing.layout.weave import Weave

ITEM_GAP, BEND_GAP = 26.0, 12.0
SWEEPS, FEWEST_SWEEPS, ALIGNMENTS = 24, 4, 4
EFFORT = 60_000
SETTLED = 0.5


def abscissae(levels: Levels, woven: Weave, widths: Sequence[float]) -> list[float]:
    """Return the middle of every item and bend."""
    ties, lines = Ties.of(woven), trunks(woven)
    gaps = [_distances(level, woven, widths) for level in levels]
    room, rows = Room.of(levels, gaps), list(zip(levels, gaps, strict=True))
    middle = [0.0] * len(widths)
    for level, distances in rows:
        _spread(level, distances, middle)
    for sweep in range(max(FEWEST_SWEEPS, min(SWEEPS, EFFORT // (len(widths) + 1)))):
        before = list(middle)
        for level, distances in rows if sweep % 2 else reversed(rows):
            _settle(level, distances, middle, ties)
        straighten(lines, ties, room, middle)
        if all(abs(one - other) < SETTLED for one, other in zip(before, middle, strict=True)):
            break
    for sweep in range(ALIGNMENTS):
        for level in levels if sweep % 2 else reversed(levels):
            align(level, ties, room, middle)
        straighten(lines, ties, room, middle)
    return middle


def _distances(level: Sequence[int], woven: Weave, widths: Sequence[float]) -> list[float]:
    """Return how far each must at least stand from its left neighbour, middle to middle."""
    distances = [0.0]
    for left, right in pairwise(level):
        is_items = left < woven.items and right < woven.items
        gap = ITEM_GAP if is_items else BEND_GAP
        distances.append((widths[left] + widths[right]) / 2 + gap)
    return distances


def _spread(level: Sequence[int], distances: Sequence[float], middle: list[float]) -> None:
    at = -sum(distances) / 2
    for one, distance in zip(level, distances, strict=True):
        at += distance
        middle[one] = at


def _settle(
    level: Sequence[int], distances: Sequence[float], middle: list[float], ties: Ties
) -> None:
    """Move a level to where its ties pull it, as near as the distances allow."""
    shifts = list(accumulate(distances))
    wishes = [ties.wish(one, middle) for one in level]
    free = [
        (wish - shift, strength) for (wish, strength), shift in zip(wishes, shifts, strict=True)
    ]
    for one, shift, at in zip(level, shifts, _isotonic(free), strict=True):
        middle[one] = at + shift


def _isotonic(wishes: Iterable[tuple[float, float]]) -> list[float]:
    """Return the never falling sequence that is nearest to the wishes, by least squares."""
    pools: list[tuple[float, float, int]] = []
    for wish, strength in wishes:
        pool = (wish, strength, 1)
        while pools and pools[-1][0] > pool[0]:
            (one, heavy, many), (other, weight, count) = pools.pop(), pool
            both = heavy + weight
            pool = ((one * heavy + other * weight) / both, both, many + count)
        pools.append(pool)
    return [value for value, _, count in pools for _ in range(count)]
