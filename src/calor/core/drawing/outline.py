"""The nodes of a picture as an outline: groups within groups, for languages that nest."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from calor.core.drawing.layout.frames import nest
from calor.core.drawing.picture import Node, Picture


@dataclass(frozen=True, slots=True)
class Opened:
    """From here on nodes belong to the group of this number and title."""

    number: int
    title: str


@dataclass(frozen=True, slots=True)
class Closed:
    """The innermost group ends here."""


Entry: TypeAlias = Opened | Closed | tuple[str, Node]


def outline(picture: Picture) -> Iterator[tuple[int, Entry]]:
    """Yield how deep each entry lies, and what it is; nodes come with a short name of their own."""
    nodes = picture.nodes
    nesting = nest([node.group for node in nodes], len(nodes))
    whole = next(iter(nesting.frames))
    stack = [iter(nesting.frames[whole].members)]
    while stack:
        member = next(stack[-1], None)
        if member is None:
            stack.pop()
            if stack:
                yield len(stack), Closed()
        elif member < len(nodes):
            yield len(stack), (f"n{member}", nodes[member])
        else:
            yield len(stack), Opened(member - whole, nesting.frames[member].title)
            stack.append(iter(nesting.frames[member].members))


def short_names(picture: Picture) -> dict[str, str]:
    """Return the short name of each node by its id: any text is an id, but not in any file."""
    return {node.id: f"n{n}" for n, node in enumerate(picture.nodes)}
