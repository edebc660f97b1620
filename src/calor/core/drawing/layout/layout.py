"""The whole layout: frames from the inside out, then everything to its place on the sheet."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from calor.core.drawing.layout.frames import Nest, nest
from calor.core.drawing.layout.pack import compose
from calor.core.drawing.layout.parts import Arrangement, Item, Point, Route, Wire, moved
from calor.core.drawing.layout.wiring import End, Port, Strand, Wiring, wire_up

PADDING, HEAD = 14.0, 34.0
NARROWEST_FRAME = 120.0


@dataclass(frozen=True, slots=True)
class Box:
    """A node to place: its size, a family it is at home in, and the groups around it."""

    width: float
    height: float
    family: str = ""
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Rect:
    """Where something stands, counted from the upper left corner of the sheet."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything stands: boxes and routes as they were given, frames outer before inner.

    The route of an edge follows its arrow; that of an edge from a box to itself is empty.
    """

    width: float
    height: float
    boxes: list[Rect]
    frames: list[tuple[str, Rect]]
    routes: list[Route]


@dataclass(slots=True)
class _Frames:
    """What is known of frames already laid out."""

    inside: dict[int, Arrangement] = field(default_factory=dict)
    members: dict[int, list[int | Port]] = field(default_factory=dict)
    ports: dict[int, dict[Port, float]] = field(default_factory=dict)
    """For each frame the places of its ports, counted from its middle."""

    def size(self, frame: int) -> tuple[float, float]:
        """Return the size of a frame with its head and padding."""
        inside = self.inside[frame]
        width = max(inside.width + 2 * PADDING, NARROWEST_FRAME)
        return width, inside.height + HEAD + PADDING


def lay_out(boxes: Sequence[Box], edges: Sequence[tuple[int, int]]) -> Layout:
    """Lay out boxes and the edges between them, which are pairs of numbers of boxes."""
    nesting = nest([box.group for box in boxes], len(boxes))
    wiring = wire_up(nesting, edges)
    done = _Frames()
    for frame in reversed(nesting.frames):
        _lay_out_frame(nesting, frame, boxes, list(wiring.strands[frame]), done)
    return _on_the_sheet(nesting, boxes, wiring, done)


def _lay_out_frame(
    nesting: Nest, frame: int, boxes: Sequence[Box], strands: Sequence[Strand], done: _Frames
) -> None:
    ends = [end for strand in strands for end in (strand.upper, strand.lower)]
    ports = dict.fromkeys(end.port for end in ends if end.member is None and end.port)
    members: list[int | Port] = [*nesting.frames[frame].members, *ports]
    local = {member: n for n, member in enumerate(members)}
    inside = compose(
        [_item(member, boxes, done) for member in members],
        [_wire(strand, local, done) for strand in strands],
    )
    done.inside[frame], done.members[frame] = inside, members
    half = done.size(frame)[0] / 2
    done.ports[frame] = {port: inside.spots[local[port]][0] + PADDING - half for port in ports}


def _item(member: int | Port, boxes: Sequence[Box], done: _Frames) -> Item:
    if isinstance(member, tuple):
        return Item(0, 0, pin=member[0])
    if member < len(boxes):
        return Item(boxes[member].width, boxes[member].height, boxes[member].family)
    return Item(*done.size(member), family="\uffff")


def _wire(strand: Strand, local: dict[int | Port, int], done: _Frames) -> Wire:
    upper, start = _tied(strand.upper, local, done)
    lower, end = _tied(strand.lower, local, done)
    return Wire(upper, lower, strand.trunk, start or 0, end)


def _tied(end: End, local: dict[int | Port, int], done: _Frames) -> tuple[int, float | None]:
    """Return the item an end is tied to, and where on it; nothing if that is left open."""
    match end:
        case End(None, port) if port:
            return local[port], 0
        case End(int(member), port) if port:
            return local[member], done.ports[member][port]
        case _:
            return local[end.member or 0], None


def _on_the_sheet(nesting: Nest, boxes: Sequence[Box], wiring: Wiring, done: _Frames) -> Layout:
    whole = next(iter(nesting.frames))
    corners: dict[int, Point] = {whole: (0.0, 0.0)}
    rects: dict[int, Rect] = {}
    for frame in nesting.frames:
        spots = moved(done.inside[frame].spots, corners[frame])
        for member, (x, y) in zip(done.members[frame], spots, strict=True):
            if isinstance(member, int):
                is_box = member < len(boxes)
                size = (boxes[member].width, boxes[member].height) if is_box else done.size(member)
                rects[member] = Rect(x, y, *size)
                corners[member] = (x + PADDING, y + HEAD)
    inside = done.inside[whole]
    return Layout(
        inside.width,
        inside.height,
        [rects[n] for n in range(len(boxes))],
        [(frame.title, rects[n]) for n, frame in nesting.frames.items() if n != whole],
        [_route(wiring, n, corners, done) for n in range(len(wiring.hops))],
    )


def _route(wiring: Wiring, edge: int, corners: dict[int, Point], done: _Frames) -> Route:
    route: Route = []
    for frame, strand in wiring.hops[edge]:
        piece = moved(done.inside[frame].routes[strand], corners[frame])
        route += reversed(piece) if wiring.is_upward[edge] else piece
    return route
