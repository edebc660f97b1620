"""How drawings that nothing ties together share a sheet: on shelves, and loose items in a grid."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, sqrt

from calor.core.drawing.layout.arrange import ASPECT, arrange
from calor.core.drawing.layout.parts import Arrangement, Item, Point, Route, Wire, moved

BLOCK_GAP = 36.0
CELL_GAP = 18.0


@dataclass(frozen=True, slots=True)
class _Block:
    """Some of the items and wires, arranged by themselves."""

    items: Sequence[int]
    wires: Sequence[int]
    inside: Arrangement


def compose(items: Sequence[Item], wires: Sequence[Wire]) -> Arrangement:
    """Lay out items and wires; what hangs together stands together."""
    tied, loose = _components(items, wires)
    blocks = [_tied(items, wires, *part) for part in tied]
    area = sum((b.inside.width + BLOCK_GAP) * (b.inside.height + BLOCK_GAP) for b in blocks)
    # Lines leave a pinned block at both borders, so the others must not stand above or below it.
    pinned = [block for block in blocks if any(items[one].pin for one in block.items)]
    others = [block for block in blocks if block not in pinned]
    others.sort(key=lambda block: -block.inside.height)
    first = [(block, (0.0, 0.0)) for block in pinned]
    left = sum(block.inside.width + BLOCK_GAP for block in pinned)
    widest = max((block.inside.width for block in others), default=0.0)
    placed = _shelved(others, max(sqrt(area * ASPECT) - left, widest))
    width, height = _extent(placed)
    if loose:
        grid = _grid(items, loose, width)
        placed.append((grid, (0.0, height + BLOCK_GAP if placed else 0.0)))
    return _sheet(len(items), len(wires), [*first, *((b, (x + left, y)) for b, (x, y) in placed)])


def _components(
    items: Sequence[Item], wires: Sequence[Wire]
) -> tuple[list[tuple[list[int], list[int]]], list[int]]:
    """Return the connected parts as items and wires, and the items nothing is tied to."""
    leader = list(range(len(items)))
    pinned = [one for one, item in enumerate(items) if item.pin]
    ties = [(wire.upper, wire.lower) for wire in wires] + [(pinned[0], one) for one in pinned]
    for one, other in ties:
        leader[_find(leader, one)] = _find(leader, other)
    parts: dict[int, tuple[list[int], list[int]]] = {}
    for one in range(len(items)):
        parts.setdefault(_find(leader, one), ([], []))[0].append(one)
    for number, wire in enumerate(wires):
        parts[_find(leader, wire.upper)][1].append(number)
    loose = [part[0][0] for part in parts.values() if not part[1]]
    return [part for part in parts.values() if part[1]], loose


def _find(leader: list[int], one: int) -> int:
    while leader[one] != one:
        leader[one] = leader[leader[one]]
        one = leader[one]
    return one


def _tied(
    items: Sequence[Item], wires: Sequence[Wire], part: list[int], lines: list[int]
) -> _Block:
    local = {one: n for n, one in enumerate(part)}
    inner = [
        replace(wires[n], upper=local[wires[n].upper], lower=local[wires[n].lower]) for n in lines
    ]
    return _Block(part, lines, arrange([items[one] for one in part], inner))


def _shelved(blocks: Sequence[_Block], width: float) -> list[tuple[_Block, Point]]:
    """Set blocks side by side until the width is used up, then on the next shelf below."""
    placed: list[tuple[_Block, Point]] = []
    x = y = shelf = 0.0
    for block in blocks:
        if x and x + block.inside.width > width:
            x, y, shelf = 0.0, y + shelf + BLOCK_GAP, 0.0
        placed.append((block, (x, y)))
        x += block.inside.width + BLOCK_GAP
        shelf = max(shelf, block.inside.height)
    return placed


def _grid(items: Sequence[Item], loose: Sequence[int], width: float) -> _Block:
    """Arrange loose items in columns of equal width, those of a family beside each other."""
    ordered = sorted(loose, key=lambda one: items[one].family)
    across = max(items[one].width for one in loose) + CELL_GAP
    down = max(items[one].height for one in loose) + CELL_GAP
    even = ceil(sqrt(len(loose) * ASPECT * down / across))
    columns = min(len(loose), max(even, int((width + CELL_GAP) / across)))
    spots = [(n % columns * across, n // columns * down) for n in range(len(loose))]
    rows = ceil(len(loose) / columns)
    size = (columns * across - CELL_GAP, rows * down - CELL_GAP)
    return _Block(ordered, [], Arrangement(*size, spots, []))


def _extent(placed: Sequence[tuple[_Block, Point]]) -> tuple[float, float]:
    width = max((x + block.inside.width for block, (x, _) in placed), default=0.0)
    return width, max((y + block.inside.height for block, (_, y) in placed), default=0.0)


def _sheet(items: int, wires: int, placed: Sequence[tuple[_Block, Point]]) -> Arrangement:
    spots: list[Point] = [(0.0, 0.0)] * items
    routes: list[Route] = [[] for _ in range(wires)]
    for block, corner in placed:
        for one, spot in zip(block.items, moved(block.inside.spots, corner), strict=True):
            spots[one] = spot
        for one, route in zip(block.wires, block.inside.routes, strict=True):
            routes[one] = moved(route, corner)
    return Arrangement(*_extent(placed), spots, routes)
