"""Comments, wherever they come from."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from calor.cli.conversion.yaml_scalar import PRINTABLE

LINE_BREAK = re.compile(r"\r\n|\r|\n")
LINE_END = re.compile(r"[ \t,]*+(?:[\r\n]|\Z)")
NOT_BLANK = re.compile(r"\S")
NOT_PRINTABLE = re.compile(rf"[^\t{PRINTABLE}]")


@dataclass(frozen=True, slots=True)
class Span:
    """What a comment says, line by line, and its extent in the text."""

    start: int
    end: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment without its marker; line and column count from 1."""

    line: int
    column: int
    lines: tuple[str, ...]
    is_beside: bool
    """Whether it ends a line that has something else on it."""


def placed(text: str, spans: Iterable[Span]) -> list[Comment]:
    """Return comments with the places of their spans in a text."""
    starts = [0, *(found.end() for found in LINE_BREAK.finditer(text))]
    first: dict[int, int] = {}
    comments = []
    for span in spans:
        line = bisect_right(starts, span.start)
        if line not in first:
            found = NOT_BLANK.search(text, starts[line - 1])
            first[line] = found.start() if found else span.start
        lines = tuple(NOT_PRINTABLE.sub("\ufffd", one) for one in span.lines)
        column = span.start - starts[line - 1] + 1
        is_beside = first[line] < span.start and bool(LINE_END.match(text, span.end))
        comments.append(Comment(line, column, lines, is_beside))
    return comments
