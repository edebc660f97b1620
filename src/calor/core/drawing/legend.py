"""The legend: which colour is which service, and how many boxes have it."""

from collections import Counter
from dataclasses import dataclass
from html import escape

from calor.core.drawing.lettering import text_width
from calor.core.drawing.palette import OTHER, service_of
from calor.core.drawing.picture import Picture
from calor.core.drawing.stylesheet import SAID_SIZE

MOST_SERVICES = 12
SWATCH, KEY_GAP, LINE = 12.0, 18.0, 22.0


@dataclass(frozen=True, slots=True)
class Legend:
    """The services of a picture, the commonest first; the rest counts as `Other`."""

    counts: dict[str, int]
    edges: int
    dashed: bool

    @classmethod
    def of(cls, picture: Picture) -> "Legend":
        """Count the services of a picture."""
        counted = Counter(service_of(node.kind) for node in picture.nodes)
        rest = counted.pop(OTHER, 0)
        shown = dict(sorted(counted.items(), key=lambda one: (-one[1], one[0]))[:MOST_SERVICES])
        rest += counted.total() - sum(shown.values())
        counts = {**shown, OTHER: rest} if rest else shown
        dashed = any(node.dashed for node in picture.nodes)
        dashed = dashed or any(edge.dashed for edge in picture.edges)
        return cls(counts, len(picture.edges), dashed)

    @property
    def services(self) -> list[str]:
        """The services that have a colour."""
        return list(self.counts)

    def mark(self, kind: str) -> str:
        """Return the style class of a resource type."""
        service = service_of(kind)
        return f"s{self.services.index(service if service in self.counts else OTHER)}"

    def summary(self) -> str:
        """Say how large the graph is."""
        nodes = sum(self.counts.values())
        said = f"{nodes} resource{'s' * (nodes != 1)}"
        if not self.edges:
            return f"{said}, no dependencies"
        ties = "1 dependency" if self.edges == 1 else f"{self.edges} dependencies"
        return f"{said}, {ties}; what is needed stands above"

    def draw(self, width: float, top: float) -> tuple[list[str], float]:
        """Return the legend, in lines no wider than that, and where the next thing can stand."""
        keys = [(f"s{n}", f"{name} {count}") for n, (name, count) in enumerate(self.counts.items())]
        keys += [("dashed", "conditional")] if self.dashed else []
        drawn: list[str] = []
        x, y = 0.0, top
        for mark, said in keys:
            room = SWATCH + 6 + text_width(said, SAID_SIZE)
            if x and x + room > width:
                x, y = 0.0, y + LINE
            drawn.append(
                f'<rect class="swatch {mark}" x="{x:.0f}" y="{y - 10:.0f}"'
                f' width="{SWATCH:.0f}" height="{SWATCH:.0f}" rx="3"/>'
                f'<text class="key" x="{x + SWATCH + 6:.0f}" y="{y:.0f}">{escape(said)}</text>'
            )
            x += room + KEY_GAP
        return drawn, y + LINE if keys else top - LINE
