"""A picture for Graphviz."""

from collections.abc import Iterator
from typing import assert_never

from calor.core.drawing.lettering import brief
from calor.core.drawing.outline import Closed, Entry, Opened, outline, short_names
from calor.core.drawing.palette import light, service_of, short_kind
from calor.core.drawing.picture import Edge, Node, Picture

DEFAULTS = (
    '  graph [rankdir=TB, fontname="Helvetica", labelloc=t, nodesep=0.3, ranksep=0.5];',
    '  node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=11];',
    '  edge [color="#8894a6", arrowsize=0.7, fontname="Helvetica", fontsize=9];',
)


def to_dot(picture: Picture) -> str:
    """Write a picture in Graphviz' language."""
    return "\n".join(_lines(picture.tidied())) + "\n"


def _lines(picture: Picture) -> Iterator[str]:
    names = short_names(picture)
    yield f"digraph {_quoted(picture.title)} {{"
    yield from DEFAULTS
    yield f"  label={_quoted(picture.title)};"
    for depth, entry in outline(picture):
        yield "  " * depth + _entry(entry)
    yield from (_edge(edge, names) for edge in picture.edges)
    yield "}"


def _entry(entry: Entry) -> str:
    match entry:
        case Opened(number, title):
            box = 'style="rounded,filled", color="#c3cad5", fillcolor="#f4f6f8", labeljust=l'
            return f"subgraph cluster_{number} {{ graph [label={_quoted(title)}, {box}];"
        case Closed():
            return "}"
        case (str(name), Node() as node):
            return _node(name, node)
        case _:
            assert_never(entry)


def _node(name: str, node: Node) -> str:
    shade = light(service_of(node.kind))
    lines = [node.label, short_kind(node.kind)] if node.kind else [node.label]
    dashed = ', style="rounded,filled,dashed"' if node.dashed else ""
    return (
        f"{name} [label={_quoted(*lines)}, tooltip={_quoted(node.id)},"
        f' color="{shade.border}", fillcolor="{shade.ground}"{dashed}];'
    )


def _edge(edge: Edge, names: dict[str, str]) -> str:
    label = f"label={_quoted(edge.label)}" if edge.label else ""
    looks = ", ".join(one for one in (label, "style=dashed" if edge.dashed else "") if one)
    arrow = f"  {names[edge.source]} -> {names[edge.target]}"
    return f"{arrow} [{looks}];" if looks else f"{arrow};"


def _quoted(*lines: str) -> str:
    r"""Return a string in which neither quotes nor `\N` nor `&lt;` mean anything."""
    safe = (brief(line).replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return '"' + "\\n".join(line.replace("&", "&amp;") for line in safe) + '"'
