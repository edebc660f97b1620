"""What is to be drawn: boxes, arrows between them, and boxes around boxes."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Node:
    """A box: a resource's name and type; `group` is the nested stack it belongs to.

    A slash in a group leads inward: `web/0` is drawn inside `web`.  What is
    conditional or disabled is dashed.
    """

    id: str
    label: str
    kind: str = ""
    group: str | None = None
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Edge:
    """An arrow from what is needed to what needs it: the way values and time flow."""

    source: str
    target: str
    label: str | None = None
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A graph to draw."""

    title: str
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()

    def tidied(self) -> "Picture":
        """Return the picture with every id once, every arrow once, and none leading nowhere."""
        nodes: dict[str, Node] = {}
        for node in self.nodes:
            nodes.setdefault(node.id, node)
        edges: dict[tuple[str, str], Edge] = {}
        for edge in self.edges:
            if edge.source in nodes and edge.target in nodes:
                ends = (edge.source, edge.target)
                edges[ends] = _joined(edges[ends], edge) if ends in edges else edge
        return Picture(self.title, tuple(nodes.values()), tuple(edges.values()))


def _joined(one: Edge, other: Edge) -> Edge:
    """Return one arrow for two between the same boxes; it is dashed if both are."""
    labels = dict.fromkeys(label for label in (one.label, other.label) if label)
    return replace(one, label=", ".join(labels) or None, dashed=one.dashed and other.dashed)
