"""Where the labels of edges stand: on their line, near its end, and not on each other."""

from collections.abc import Iterable, Iterator

from calor.core.drawing.layout.layout import Rect
from calor.core.drawing.layout.parts import Point, Route
from calor.core.drawing.lettering import fitted, text_width
from calor.core.drawing.stylesheet import SMALL_SIZE

LONGEST = 120.0
ALONG = (0.5, 0.62, 0.38, 0.74, 0.26, 0.84, 0.16)


def place_labels(labelled: Iterable[tuple[str, Route]]) -> Iterator[tuple[str, Point]]:
    """Yield each label as it is to be written and the middle of its baseline."""
    taken: list[Rect] = []
    for label, route in labelled:
        text = fitted(label, SMALL_SIZE, LONGEST)
        width = text_width(text, SMALL_SIZE)
        spots = [_on_the_way(route, share) for share in ALONG]
        rects = [Rect(x - width / 2, y - SMALL_SIZE, width, SMALL_SIZE + 2) for x, y in spots]
        free = (n for n, rect in enumerate(rects) if not any(_overlap(rect, o) for o in taken))
        chosen = next(free, 0)
        taken.append(rects[chosen])
        yield text, spots[chosen]


def _on_the_way(route: Route, share: float) -> Point:
    """Return a point on the last bend of a line: there it no longer runs with others."""
    (x, y), (to_x, to_y) = route[-3], route[-2]
    rest = 1 - share
    across = rest**3 + 3 * rest**2 * share
    down = 3 * rest**2 * share / 2 + 3 * rest * share**2 / 2 + share**3
    return x * across + to_x * (1 - across), y + (to_y - y) * down + SMALL_SIZE / 3


def _overlap(one: Rect, other: Rect) -> bool:
    beside = one.x + one.width <= other.x or other.x + other.width <= one.x
    above = one.y + one.height <= other.y or other.y + other.height <= one.y
    return not beside and not above
