"""Which comment belongs to which part of a document."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from calor.cli.conversion.comments import Comment
from calor.core.document.document import Document
from calor.core.source import Path


@dataclass(frozen=True, slots=True)
class Remarks:
    """The comments of a document by the path of what they are about."""

    before: dict[Path, list[str]] = field(default_factory=dict)
    """Lines above an item."""
    beside: dict[Path, str] = field(default_factory=dict)
    """What stands behind a scalar, or behind the key or bracket that opens a container."""
    end: list[str] = field(default_factory=list)
    """Lines after everything."""


def place(comments: Sequence[Comment], document: Document) -> Remarks:
    """Give each comment to the item beside it, or else to the next one."""
    places, paths = _places(document) if comments else ([], [])
    remarks = Remarks()
    for comment in comments:
        here = (comment.line, comment.column)
        last = bisect_right(places, here) - 1
        following = bisect_left(places, here)
        if comment.is_beside and last >= 0 and places[last][0] == comment.line:
            _add_beside(remarks, paths[last], " ".join(comment.lines))
        elif following < len(places):
            remarks.before.setdefault(paths[following], []).extend(comment.lines)
        else:
            remarks.end.extend(comment.lines)
    return remarks


def _places(document: Document) -> tuple[list[tuple[int, int]], list[Path]]:
    """Return the places of all items in ascending order, with their paths.

    What an alias or a merge repeats has its place further up, and is left out.
    """
    places: list[tuple[int, int]] = [(0, 0)]
    paths: list[Path] = [()]
    for path in _paths(document.value, ()):
        position = document.locate(path)
        here = (position.line, position.column) if position else (0, 0)
        if here >= places[-1]:
            places.append(here)
            paths.append(path)
    return places[1:], paths[1:]


def _add_beside(remarks: Remarks, path: Path, line: str) -> None:
    known = remarks.beside.get(path)
    remarks.beside[path] = line if known is None else f"{known};{line}"


def _paths(value: Any, path: Path) -> Iterator[Path]:
    """Yield the path of every item, outermost first."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for step, item in items:
        yield (*path, step)
        if isinstance(item, dict | list):
            yield from _paths(item, (*path, step))
