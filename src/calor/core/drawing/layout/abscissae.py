"""How far to the right everything stands: near what it is tied to, and never too close.

Each level in turn is moved to where its ties pull it.  Keeping the order and
the distances while pulling is an isotonic regression, which pooling solves
exactly; so neighbours can never overlap, whatever the pulls are.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import itemgetter
from typing import TypeAlias

from calor.core.drawing.layout.crossings import Levels
from calor.core.drawing.layout.straight import Room, straighten, trunks
from calor.core.drawing.layout.weave import Weave

_Wish: TypeAlias = tuple[float, float]
"""A place, and how strongly it is wished for."""

ITEM_GAP, BEND_GAP = 26.0, 12.0
SWEEPS, FEWEST_SWEEPS = 40, 4
EFFORT = 60_000
STRAIGHTNESS = {0: 1.0, 1: 3.0, 2: 8.0}
"""How strongly a segment pulls by how many of its ends are bends: long lines run straight."""


@dataclass(frozen=True, slots=True)
class _Pull:
    other: int
    strength: float
    offset: float


@dataclass(frozen=True, slots=True)
class _Ties:
    """What pulls at everything from above and from below."""

    above: list[list[_Pull]]
    below: list[list[_Pull]]

    def leaving(self, one: int, middle: Sequence[float]) -> list[float]:
        """Return where the lines out of a bend lead."""
        return [middle[pull.other] - pull.offset for pull in self.below[one]]


def abscissae(levels: Levels, woven: Weave, widths: Sequence[float]) -> list[float]:
    """Return the middle of every item and bend."""
    ties = _ties(woven)
    gaps = [_distances(level, woven, widths) for level in levels]
    middle = [0.0] * len(widths)
    for level, distances in zip(levels, gaps, strict=True):
        _spread(level, distances, middle)
    rows, room, lines = list(zip(levels, gaps, strict=True)), Room.of(levels, gaps), trunks(woven)
    sweeps = max(FEWEST_SWEEPS, min(SWEEPS, EFFORT // (len(widths) + 1)))
    for sweep in range(sweeps, 0, -1):
        # The first sweeps spread things out evenly, the later ones set them straight; the last
        # leads down, so that what has one line above and one below stands right under the former.
        wish = _mean if sweep > sweeps // 2 else _nearest_side(downwards=sweep % 2 == 1)
        for level, distances in rows if sweep % 2 else reversed(rows):
            _settle(level, distances, middle, [wish(ties, one, middle) for one in level])
        straighten(lines, lambda one: ties.leaving(one, middle), room, middle)
    return middle


def _ties(woven: Weave) -> _Ties:
    above: list[list[_Pull]] = [[] for _ in woven.level]
    below: list[list[_Pull]] = [[] for _ in woven.level]
    for one in woven.segments:
        bends = (one.upper >= woven.items) + (one.lower >= woven.items)
        strength, offset = STRAIGHTNESS[bends], one.start - (one.end or 0)
        above[one.lower].append(_Pull(one.upper, strength, offset))
        below[one.upper].append(_Pull(one.lower, strength, -offset))
    return _Ties(above, below)


def _distances(level: Sequence[int], woven: Weave, widths: Sequence[float]) -> list[float]:
    """Return how far each must at least stand from its left neighbour, middle to middle."""
    distances = [0.0]
    for left, right in zip(level, level[1:], strict=False):
        is_items = left < woven.items and right < woven.items
        gap = ITEM_GAP if is_items else BEND_GAP
        distances.append((widths[left] + widths[right]) / 2 + gap)
    return distances


def _spread(level: Sequence[int], distances: Sequence[float], middle: list[float]) -> None:
    at = -sum(distances) / 2
    for one, distance in zip(level, distances, strict=True):
        at += distance
        middle[one] = at


def _mean(ties: _Ties, one: int, middle: Sequence[float]) -> _Wish:
    """Wish for the middle of everything a thing is tied to."""
    return _weighed([*ties.above[one], *ties.below[one]], middle, middle[one])


def _nearest_side(*, downwards: bool) -> Callable[[_Ties, int, Sequence[float]], _Wish]:
    """Wish for the middle of the stronger side, and of the one just settled if both are equal."""

    def wish(ties: _Ties, one: int, middle: Sequence[float]) -> _Wish:
        above = _weighed(ties.above[one], middle, middle[one])
        below = _weighed(ties.below[one], middle, middle[one])
        if above[1] == below[1]:
            return above if downwards else below
        return max(above, below, key=itemgetter(1))

    return wish


def _weighed(pulls: Sequence[_Pull], middle: Sequence[float], now: float) -> _Wish:
    if not pulls:
        return now, 0.1
    strength = sum(pull.strength for pull in pulls)
    return sum((middle[p.other] + p.offset) * p.strength for p in pulls) / strength, strength


def _settle(
    level: Sequence[int], distances: Sequence[float], middle: list[float], wishes: Sequence[_Wish]
) -> None:
    """Move a level to where it wishes to be, as near as the distances allow."""
    shifts = list(accumulate(distances))
    free = [(wish - shift, strength) for (wish, strength), shift in zip(wishes, shifts, strict=True)]
    for one, shift, at in zip(level, shifts, _isotonic(free), strict=True):
        middle[one] = at + shift


def _isotonic(wishes: Iterable[_Wish]) -> list[float]:
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
