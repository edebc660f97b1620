"""From offsets, marks and paths to positions in a file."""

import re
from bisect import bisect_right
from typing import Any

from calor.core.document.marked import Map, Seq, pack, unpack
from calor.core.source import Path, Position

_LINE_BREAK = re.compile(r"\r\n|\r|\n")


class Lines:
    """Finds the line and column of an offset into a text."""

    __slots__ = ("_starts",)

    def __init__(self, text: str) -> None:
        self._starts = [0, *(found.end() for found in _LINE_BREAK.finditer(text))]

    def mark(self, offset: int) -> int:
        """Return the mark of the character at `offset`."""
        line = bisect_right(self._starts, offset) - 1
        return pack(line, offset - self._starts[line])


def position(file: str, mark: int) -> Position:
    """Return the position of a mark."""
    return Position(file, *unpack(mark))


def locate(file: str, tree: Map, path: Path) -> Position:
    """Return where a path stands, or the deepest part of it that exists."""
    node: Any = tree
    mark = 0
    for step in path:
        if not _has(node, step):
            break
        mark = node.marks[step]
        node = node[step]
    return position(file, mark)


def _has(node: Any, step: str | int) -> bool:
    if isinstance(node, Map):
        return step in node
    return isinstance(node, Seq) and isinstance(step, int) and 0 <= step < len(node)
