"""A picture for Mermaid, which code forges draw inside Markdown."""

import json
import re
from collections.abc import Iterator
from typing import assert_never

from calor.core.drawing.legend import Legend
from calor.core.drawing.lettering import brief
from calor.core.drawing.outline import Closed, Entry, Opened, outline, short_names
from calor.core.drawing.palette import light, short_kind
from calor.core.drawing.picture import Edge, Node, Picture

SPECIAL = re.compile(r"[^\w .,:/()+=@!?-]", re.ASCII)
"""What Mermaid or Markdown might take for more than text."""


def to_mermaid(picture: Picture) -> str:
    """Write a picture as a Mermaid flowchart."""
    return "\n".join(_lines(picture.tidied())) + "\n"


def _lines(picture: Picture) -> Iterator[str]:
    names, legend = short_names(picture), Legend.of(picture)
    yield from ("---", f"title: {json.dumps(brief(picture.title))}", "---", "flowchart TB")
    for depth, entry in outline(picture):
        yield "  " * depth + _entry(entry, legend)
    yield from (_edge(edge, names) for edge in picture.edges)
    for number, service in enumerate(legend.services):
        shade = light(service)
        yield f"  classDef s{number} fill:{shade.ground},stroke:{shade.border},color:#1c2430"
    dashed = [names[node.id] for node in picture.nodes if node.dashed]
    if dashed:
        yield "  classDef dashed stroke-dasharray:5 4"
        yield f"  class {','.join(dashed)} dashed"


def _entry(entry: Entry, legend: Legend) -> str:
    match entry:
        case Opened(number, title):
            return f'subgraph g{number}["{_text(title)}"]'
        case Closed():
            return "end"
        case (str(name), Node() as node):
            kind = f"<br/><small>{_text(short_kind(node.kind))}</small>" if node.kind else ""
            return f'{name}["<b>{_text(node.label)}</b>{kind}"]:::{legend.mark(node.kind)}'
        case _:
            assert_never(entry)


def _edge(edge: Edge, names: dict[str, str]) -> str:
    arrow = "-.->" if edge.dashed else "-->"
    label = f'|"{_text(edge.label)}"|' if edge.label else ""
    return f"  {names[edge.source]} {arrow}{label} {names[edge.target]}"


def _text(text: str) -> str:
    """Return text with everything special as a numbered character; never empty."""
    return SPECIAL.sub(lambda one: f"#{ord(one[0])};", brief(text)) or " "
