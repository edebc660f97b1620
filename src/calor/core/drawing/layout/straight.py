"""Long lines pulled straight, as far as what stands beside them leaves room."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from calor.core.drawing.layout.crossings import Levels
from calor.core.drawing.layout.ties import Ties
from calor.core.drawing.layout.weave import Segment, Weave

BENT, STRAIGHT = 20.0, 0.5
MOST_TRIES = 8


@dataclass(frozen=True, slots=True)
class Room:
    """How far everything may move aside before it comes too close to its neighbours."""

    left: Sequence[int | None]
    right: Sequence[int | None]
    distance: Sequence[float]
    """How far each must stand from its left neighbour."""

    @classmethod
    def of(cls, levels: Levels, distances: Sequence[Sequence[float]]) -> "Room":
        """Note the neighbours of everything."""
        count = sum(map(len, levels))
        left: list[int | None] = [None] * count
        right: list[int | None] = [None] * count
        distance = [0.0] * count
        for level, gaps in zip(levels, distances, strict=True):
            for one, gap, other in zip(level[1:], gaps[1:], level, strict=False):
                left[one], right[other], distance[one] = other, one, gap
        return cls(left, right, distance)

    def around(self, one: int, middle: Sequence[float]) -> tuple[float, float]:
        """Return how far to the left and to the right something could stand."""
        left, right = self.left[one], self.right[one]
        least = float("-inf") if left is None else middle[left] + self.distance[one]
        most = float("inf") if right is None else middle[right] - self.distance[right]
        return least, most


def trunks(woven: Weave) -> list[list[Segment]]:
    """Return the lines of bends from top to bottom, each as the segments that lead into it."""
    into = {one.lower: one for one in woven.segments if one.lower >= woven.items}
    following = {one.upper: one for one in into.values() if one.upper >= woven.items}
    lines = []
    for first in (one for one in into.values() if one.upper < woven.items):
        line = [first]
        while line[-1].lower in following:
            line.append(following[line[-1].lower])
        lines.append(line)
    return lines


def straighten(
    lines: Sequence[Sequence[Segment]], ties: Ties, room: Room, middle: list[float]
) -> None:
    """Give each line of bends as few different places as the room allows."""
    for line in lines:
        for run, least, most in _runs(line, room, middle):
            first, last = run[0], run[-1].lower
            ways = [middle[first.upper] + first.start, *ties.leaving(last, middle)]
            wish = next((way for way in ways if least <= way <= most), middle[first.lower])
            for one in run:
                middle[one.lower] = min(max(wish, least), most)


def align(level: Sequence[int], ties: Ties, room: Room, middle: list[float]) -> None:
    """Move each thing exactly under or over one it is tied to, if that makes its lines better."""
    for one in level:
        wishes = ties.wishes(one, middle)
        least, most = room.around(one, middle)
        places = [place for place, _ in wishes[:MOST_TRIES] if least <= place <= most]
        middle[one] = min([middle[one], *places], key=lambda place: _badness(place, wishes))


def _badness(place: float, wishes: Sequence[tuple[float, float]]) -> float:
    """Return how far lines go aside from here; a line that is not straight at all costs extra."""
    ways = ((abs(place - wish), strength) for wish, strength in wishes)
    return sum((way + BENT) * strength for way, strength in ways if way > STRAIGHT)


def _runs(
    line: Sequence[Segment], room: Room, middle: Sequence[float]
) -> Iterator[tuple[list[Segment], float, float]]:
    """Cut a line into runs that could stand straight, each with the room it has."""
    run: list[Segment] = []
    least, most = float("-inf"), float("inf")
    for one in line:
        low, high = room.around(one.lower, middle)
        if run and max(least, low) > min(most, high):
            yield run, least, most
            run, least, most = [], float("-inf"), float("inf")
        run.append(one)
        least, most = max(least, low), min(most, high)
    if run:
        yield run, least, most
