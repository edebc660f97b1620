"""Edges between nodes cut into wires, each inside one frame.

An edge that leaves a frame ends there at a port on the frame's border, and
goes on from that port in the frame outside.  All edges of one source share a
port, so that they run together for as long as they can.
"""

import itertools
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from calor.core.drawing.layout.frames import Nest
from calor.core.drawing.layout.orientation import upward
from calor.core.drawing.layout.parts import Pin

Port: TypeAlias = tuple[Pin, int]
"""A border and the node whose edges cross it."""


@dataclass(frozen=True, slots=True)
class End:
    """Where a wire is tied: to a node, to a port of an inner frame, or to a port of its own."""

    member: int | None
    port: Port | None = None


@dataclass(frozen=True, slots=True)
class Strand:
    """A wire of a frame before anything has a size."""

    upper: End
    lower: End
    trunk: Hashable


@dataclass(slots=True)
class Wiring:
    """The strands of each frame, and for each edge the strands it follows from its source."""

    strands: dict[int, dict[Strand, int]] = field(default_factory=lambda: defaultdict(dict))
    hops: list[list[tuple[int, int]]] = field(default_factory=list)
    is_upward: list[bool] = field(default_factory=list)


def wire_up(nesting: Nest, edges: Sequence[tuple[int, int]]) -> Wiring:
    """Cut every edge; an edge from a node to itself takes no wire at all."""
    wiring = Wiring(is_upward=_upward(nesting, edges))
    for number, (source, target) in enumerate(edges):
        turned = wiring.is_upward[number]
        trunk = (number,) if turned else source
        hops = []
        for frame, start, end in _pieces(nesting, source, target, turned=turned):
            strand = Strand(end, start, trunk) if turned else Strand(start, end, trunk)
            hops.append(
                (frame, wiring.strands[frame].setdefault(strand, len(wiring.strands[frame])))
            )
        wiring.hops.append(hops)
    return wiring


def _upward(nesting: Nest, edges: Sequence[tuple[int, int]]) -> list[bool]:
    """Return for each edge whether it must lead up in the frame where its ends meet."""
    arrows: dict[int, dict[int, tuple[int, int]]] = defaultdict(dict)
    for number, (source, target) in enumerate(edges):
        one, other, frame = nesting.meeting(source, target)
        if source != target:
            arrows[frame][number] = (one[-1], other[-1])
    turned: set[int] = set()
    for frame, pairs in arrows.items():
        local = {member: n for n, member in enumerate(nesting.frames[frame].members)}
        numbers = list(pairs)
        plain = [(local[source], local[target]) for source, target in pairs.values()]
        turned.update(numbers[n] for n in upward(len(local), plain))
    return [number in turned for number in range(len(edges))]


def _pieces(
    nesting: Nest, source: int, target: int, *, turned: bool
) -> Iterator[tuple[int, End, End]]:
    """Yield frame, start and end of each piece of an edge, in the direction of its arrow."""
    if source == target:
        return
    inner, outer, meeting = nesting.meeting(source, target)
    leave: Port = (Pin.TOP if turned else Pin.BOTTOM, source)
    enter: Port = (Pin.BOTTOM if turned else Pin.TOP, source)
    for member, frame in itertools.pairwise(inner):
        yield frame, _end(nesting, member, leave), End(None, leave)
    yield meeting, _end(nesting, inner[-1], leave), _end(nesting, outer[-1], enter)
    for member, frame in reversed(list(itertools.pairwise(outer))):
        yield frame, End(None, enter), _end(nesting, member, enter)


def _end(nesting: Nest, member: int, port: Port) -> End:
    return End(member, port if member in nesting.frames else None)
