"""Wires cut into segments that lead from one level to the next, with bends in between."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from calor.core.drawing.layout.parts import Wire

BENDS_AT_MOST = 12_000


@dataclass(slots=True)
class Segment:
    """A piece of one or more wires between neighbouring levels; touches count from the middle."""

    upper: int
    lower: int
    start: float
    end: float | None


@dataclass(slots=True)
class Weave:
    """Items and bends by level, and the segments between them; bends are numbered after items."""

    items: int
    level: list[int]
    segments: list[Segment] = field(default_factory=list)
    chains: list[list[int]] = field(default_factory=list)
    """For each wire its segments from the top; none if it must run beside the drawing."""
    through: list[list[int]] = field(default_factory=list)
    """For each bend the items at the ends of the wires through it."""

    def neighbours(self) -> tuple[list[list[int]], list[list[int]]]:
        """Return what each item and bend is tied to above and below."""
        up: list[list[int]] = [[] for _ in self.level]
        down: list[list[int]] = [[] for _ in self.level]
        for one in self.segments:
            up[one.lower].append(one.upper)
            down[one.upper].append(one.lower)
        return up, down


def weave(level: Sequence[int], wires: Sequence[Wire], most_bends: int = BENDS_AT_MOST) -> Weave:
    """Cut the wires; the longest run beside the drawing if the bends would be too many."""
    woven = Weave(len(level), list(level), chains=[[] for _ in wires])
    trunks: dict[tuple[Hashable, ...], int] = {}
    budget = most_bends
    for number in sorted(
        range(len(wires)), key=lambda n: level[wires[n].lower] - level[wires[n].upper]
    ):
        wire = wires[number]
        budget -= level[wire.lower] - level[wire.upper] - 1
        if budget < 0:
            break
        woven.chains[number] = _chain(woven, wire, trunks)
    return woven


def _chain(woven: Weave, wire: Wire, trunks: dict[tuple[Hashable, ...], int]) -> list[int]:
    chain: list[int] = []
    at, start = wire.upper, wire.start
    for level in range(woven.level[wire.upper] + 1, woven.level[wire.lower]):
        key = (wire.upper, wire.trunk, level)
        if key not in trunks:
            trunks[key] = len(woven.segments)
            woven.segments.append(Segment(at, len(woven.level), start, 0))
            woven.level.append(level)
            woven.through.append([wire.upper])
        woven.through[woven.segments[trunks[key]].lower - woven.items].append(wire.lower)
        chain.append(trunks[key])
        at, start = woven.segments[chain[-1]].lower, 0
    chain.append(len(woven.segments))
    woven.segments.append(Segment(at, wire.lower, start, wire.end))
    return chain
