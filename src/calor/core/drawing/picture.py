"""What is to be drawn: boxes, arrows between them, and boxes around boxes."""

from collections.abc import Sequence
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
        alike: dict[tuple[str, str], list[Edge]] = {}
        for edge in self.edges:
            if edge.source in nodes and edge.target in nodes:
                alike.setdefault((edge.source, edge.target), []).append(edge)
        return Picture(self.title, tuple(nodes.values()), tuple(map(_joined, alike.values())))


def _joined(edges: Sequence[Edge]) -> Edge:
    """Return one arrow for all between the same boxes; it is dashed if they all are."""
    labels = dict.fromkeys(edge.label for edge in edges if edge.label)
    dashed = all(edge.dashed for edge in edges)
    return replace(edges[0], label=", ".join(labels) or None, dashed=dashed)
