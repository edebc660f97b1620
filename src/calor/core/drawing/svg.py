"""A picture as SVG: no script, no font to load, light or dark as the reader likes it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from calor.core.drawing.labels import place_labels
from calor.core.drawing.layout.layout import Box, Layout, Rect, lay_out
from calor.core.drawing.layout.parts import Point, Route
from calor.core.drawing.legend import Legend
from calor.core.drawing.lettering import clean, fitted, text_width
from calor.core.drawing.palette import short_kind
from calor.core.drawing.picture import Edge, Node, Picture
from calor.core.drawing.stylesheet import (
    KIND_SIZE,
    NAME_SIZE,
    SAID_SIZE,
    SMALL_SIZE,
    TITLE_SIZE,
    stylesheet,
)

MARGIN = 28.0
NARROWEST, WIDEST, STEP = 104.0, 216.0, 8.0
BOX_HEIGHT, BAR, INSET = 46.0, 5.0, 15.0
ARROW = 6.0
STRAIGHT = 0.5
MOST_LABELS = 120
LEGEND_TOP = 62.0


def to_svg(picture: Picture) -> str:
    """Draw a picture."""
    picture = picture.tidied()
    return "\n".join(_Drawing.of(picture).lines()) + "\n"


@dataclass(frozen=True, slots=True)
class _Drawing:
    picture: Picture
    legend: Legend
    layout: Layout
    number: dict[str, int]

    @classmethod
    def of(cls, picture: Picture) -> "_Drawing":
        number = {node.id: n for n, node in enumerate(picture.nodes)}
        boxes = [Box(_box_width(node), BOX_HEIGHT, node.kind, node.group) for node in picture.nodes]
        edges = [(number[edge.source], number[edge.target]) for edge in picture.edges]
        return cls(picture, Legend.of(picture), lay_out(boxes, edges), number)

    def lines(self) -> Iterator[str]:
        """Yield the document, background first, boxes last."""
        title, said = clean(self.picture.title), self.legend.summary()
        words = max(text_width(said, SAID_SIZE), min(text_width(title, TITLE_SIZE), 720.0))
        inner = max(self.layout.width, words)
        legend, top = self.legend.draw(inner, LEGEND_TOP)
        width, height = inner + 2 * MARGIN, top + self.layout.height + 2 * MARGIN
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}"'
            f' width="{_n(width)}" height="{_n(height)}" role="img" aria-labelledby="title desc">'
        )
        yield f'<title id="title">{escape(title)}</title>'
        yield f'<desc id="desc">{escape(said)}</desc>'
        yield f"<style>{stylesheet(self.legend.services)}</style>"
        yield '<rect class="sheet" width="100%" height="100%"/>'
        yield f'<g transform="translate({_n(MARGIN)} {_n(MARGIN)})">'
        yield f'<text class="title" y="16">{escape(fitted(title, TITLE_SIZE, inner))}</text>'
        yield f'<text class="said" y="37">{escape(said)}</text>'
        yield from legend
        left = (inner - self.layout.width) / 2
        yield f'<g transform="translate({_n(left)} {_n(top)})">'
        yield from (_frame(rect) for _, rect in self.layout.frames)
        yield from self._edges()
        yield from (_frame_title(name, rect) for name, rect in self.layout.frames)
        yield from map(self._node, self.picture.nodes, self.layout.boxes)
        yield from self._labels()
        yield "</g></g></svg>"

    def _edges(self) -> Iterator[str]:
        for edge, route in zip(self.picture.edges, self.layout.routes, strict=True):
            source, target = self._ends(edge)
            loop = _loop(self.layout.boxes[self.number[source.id]])
            path, tip = (_curve(route), _tip(route)) if route else loop
            said = f"{clean(source.label)} → {clean(target.label)}"
            said += f": {clean(edge.label)}" if edge.label else ""
            dashed = " dashed" if edge.dashed else ""
            yield (
                f'<g class="edge {self.legend.mark(source.kind)}{dashed}">'
                f'<title>{escape(said)}</title><path class="line" d="{path}"/>'
                f'<path class="tip" d="{tip}"/></g>'
            )

    def _ends(self, edge: Edge) -> tuple[Node, Node]:
        nodes = self.picture.nodes
        return nodes[self.number[edge.source]], nodes[self.number[edge.target]]

    def _node(self, node: Node, at: Rect) -> str:
        room = at.width - INSET - 10
        kind = short_kind(node.kind)
        said = f"{clean(node.label)} ({clean(node.kind)})" if kind else clean(node.label)
        dashed = " dashed" if node.dashed else ""
        name_at, size = (20 if kind else 28), f'width="{_n(at.width)}" height="{_n(at.height)}"'
        small = escape(fitted(kind, KIND_SIZE, room))
        return (
            f'<g class="node {self.legend.mark(node.kind)}{dashed}"'
            f' transform="translate({_n(at.x)} {_n(at.y)})"><title>{escape(said)}</title>'
            f'<rect {size} rx="8"/><path class="bar" d="M{_n(BAR)} 10V{_n(at.height - 10)}"/>'
            f'<text class="name" x="{_n(INSET)}" y="{name_at}">'
            f"{escape(fitted(node.label, NAME_SIZE, room))}"
            f'</text><text class="kind" x="{_n(INSET)}" y="36">{small}</text></g>'
        )

    def _labels(self) -> Iterator[str]:
        """Write the edges' labels, unless they are too many to be read anyway."""
        labelled = [
            (edge.label, route)
            for edge, route in zip(self.picture.edges, self.layout.routes, strict=True)
            if edge.label and route
        ]
        for label, (x, y) in place_labels(labelled if len(labelled) <= MOST_LABELS else []):
            yield f'<text class="label" x="{_n(x)}" y="{_n(y)}">{escape(label)}</text>'


def _box_width(node: Node) -> float:
    name = text_width(fitted(node.label, NAME_SIZE, WIDEST), NAME_SIZE)
    kind = text_width(fitted(short_kind(node.kind), KIND_SIZE, WIDEST), KIND_SIZE)
    wanted = max(name, kind) + INSET + 12
    return min(WIDEST, max(NARROWEST, -(-wanted // STEP) * STEP))


def _frame(at: Rect) -> str:
    size = f'width="{_n(at.width)}" height="{_n(at.height)}"'
    return f'<rect class="frame" x="{_n(at.x)}" y="{_n(at.y)}" {size} rx="12"/>'


def _frame_title(title: str, at: Rect) -> str:
    shown = escape(fitted(title, SMALL_SIZE, at.width - 24))
    return (
        f'<text class="group" x="{_n(at.x + 14)}" y="{_n(at.y + 20)}">'
        f"<title>{escape(clean(title))}</title>{shown}</text>"
    )


def _curve(route: Route) -> str:
    """Return a path whose every bend begins and ends vertically."""
    path = [f"M{_point(route[0])}"]
    for (x, y), (to_x, to_y) in zip(route, _shy(route)[1:], strict=False):
        if abs(x - to_x) < STRAIGHT:
            path.append(f"L{_point((to_x, to_y))}")
        else:
            half = (y + to_y) / 2
            path.append(f"C{_point((x, half))} {_point((to_x, half))} {_point((to_x, to_y))}")
    return "".join(path)


def _shy(route: Route) -> Sequence[Point]:
    """Return a route that ends just before the tip of its arrow."""
    x, y = route[-1]
    return [*route[:-1], (x, y - _direction(route) * (ARROW - 1))]


def _direction(route: Route) -> int:
    return 1 if route[0][1] < route[-1][1] else -1


def _tip(route: Route) -> str:
    (x, y), way = route[-1], _direction(route)
    return f"M{_point((x, y))}l{_n(-ARROW / 1.7)} {_n(-ARROW * way)}h{_n(ARROW * 2 / 1.7)}z"


def _loop(box: Rect) -> tuple[str, str]:
    """Return a small way round the right side of a box, for what needs itself."""
    x, middle = box.x + box.width, box.y + box.height / 2
    path = f"M{_point((x, middle + 12))}c22 4 22 -28 {_n(ARROW)} -24"
    return (
        path,
        f"M{_point((x, middle - 12))}l{_n(ARROW)} {_n(-ARROW / 1.7)}v{_n(ARROW * 2 / 1.7)}z",
    )


def _point(point: Point) -> str:
    return f"{_n(point[0])} {_n(point[1])}"


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
