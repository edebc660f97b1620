"""Who stands beside whom on each level, so that few segments cross."""

import itertools
from bisect import bisect_left, bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

Levels: TypeAlias = list[list[int]]
Ties: TypeAlias = Sequence[Sequence[int]]

EFFORT = 150_000
MOST_SWEEPS, FEWEST_SWEEPS = 24, 3
PATIENCE = 4


@dataclass(slots=True)
class _Order:
    """An order under improvement: levels, and the place of everything on its level."""

    levels: Levels
    up: Ties
    down: Ties
    place: list[int]

    def settle(self, level: Sequence[int]) -> None:
        """Note the places on one level."""
        for place, one in enumerate(level):
            self.place[one] = place


def reduce_crossings(levels: Levels, up: Ties, down: Ties) -> Levels:
    """Return the levels in an order with fewer crossings, or as they were if none is better."""
    order = _Order([list(level) for level in levels], up, down, [0] * len(up))
    for level in order.levels:
        order.settle(level)
    best, fewest = [list(level) for level in levels], count_crossings(levels, down)
    waited = 0
    for sweep in range(_sweeps(up)):
        if not fewest or waited >= PATIENCE:
            break
        _sweep(order, downwards=not sweep % 2)
        _transpose(order)
        crossings = count_crossings(order.levels, down)
        waited += 1
        if crossings < fewest:
            best, fewest, waited = [list(level) for level in order.levels], crossings, 0
    return best


def count_crossings(levels: Levels, down: Ties) -> int:
    """Return how many pairs of segments cross."""
    total = 0
    for upper, lower in itertools.pairwise(levels):
        place = {one: at for at, one in enumerate(lower)}
        ends: list[int] = []
        for one in upper:
            for end in sorted(map(place.__getitem__, down[one])):
                total += len(ends) - bisect_right(ends, end)
                insort(ends, end)
    return total


def _sweeps(ties: Ties) -> int:
    work = len(ties) + sum(map(len, ties))
    return max(FEWEST_SWEEPS, min(MOST_SWEEPS, EFFORT // (work + 1)))


def _sweep(order: _Order, *, downwards: bool) -> None:
    """Move everything to the middle of what it is tied to on the level just dealt with."""
    ties = order.up if downwards else order.down
    for level in order.levels if downwards else reversed(order.levels):
        level.sort(key=lambda one: _middle(ties[one], order.place, order.place[one]))
        order.settle(level)


def _middle(ties: Sequence[int], place: Sequence[int], otherwise: float) -> float:
    return sum(place[one] for one in ties) / len(ties) if ties else otherwise


def _transpose(order: _Order) -> None:
    """Exchange neighbours where that saves crossings."""
    for level in order.levels:
        ends = {one: (_ends(order, order.up[one]), _ends(order, order.down[one])) for one in level}
        for at in range(len(level) - 1):
            left, right = level[at], level[at + 1]
            if _gain(ends[left], ends[right]) > 0:
                level[at], level[at + 1] = right, left
                order.place[left], order.place[right] = at + 1, at


def _ends(order: _Order, ties: Sequence[int]) -> list[int]:
    return sorted([order.place[one] for one in ties])


def _gain(left: Sequence[list[int]], right: Sequence[list[int]]) -> int:
    """Return how many crossings two neighbours would save by changing places."""
    if not any(
        one and other and one[-1] > other[0] for one, other in zip(left, right, strict=True)
    ):
        return 0
    return sum(
        _inversions(one, other) - _inversions(other, one)
        for one, other in zip(left, right, strict=True)
    )


def _inversions(left: Sequence[int], right: Sequence[int]) -> int:
    return sum(bisect_left(right, one) for one in left)
