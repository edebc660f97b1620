"""Find the comments of JSON that has any, and the plain JSON behind them."""

import re
from collections.abc import Iterator

from calor.cli.conversion.comments import Comment, Span, placed

TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*+"?|//[^\r\n]*|/\*|[,\]}]|[^\s"/,\]}]+|/')
NOT_BREAK = re.compile(r"[^\r\n]")
MARGIN = re.compile(r"[ \t]*\*(?!/)")
LINE_BREAK = re.compile(r"\r\n|\r|\n")


def split_comments(text: str) -> tuple[list[Comment], str]:
    """Return the comments, and the text with blanks in their place.

    A comma before a closing bracket becomes a blank as well.
    """
    spans, pieces, end = [], [], 0
    for start, stop in _dispensable(text):
        pieces += [text[end:start], NOT_BREAK.sub(" ", text[start:stop])]
        end = stop
        if text[start] == "/":
            spans.append(Span(start, stop, _lines(text[start:stop])))
    return placed(text, spans), "".join([*pieces, text[end:]])


def is_json(text: str) -> bool:
    """Return whether a text is meant as JSON: whether a bracket opens it, past any comments."""
    for piece, start, _ in _tokens(text):
        if not piece.startswith(("//", "/*")):
            return text[start] in "{["
    return False


def _dispensable(text: str) -> Iterator[tuple[int, int]]:
    """Yield the extent of each comment and of each comma without anything behind it."""
    found: list[tuple[int, int]] = []
    comma: tuple[int, int] | None = None
    for piece, start, end in _tokens(text):
        if piece.startswith(("//", "/*")):
            found.append((start, end))
            continue
        if piece in ("]", "}") and comma:
            found.append(comma)
        comma = (start, end) if piece == "," else None
    return iter(sorted(found))


def _tokens(text: str) -> Iterator[tuple[str, int, int]]:
    position = 0
    while found := TOKEN.search(text, position):
        position = found.end()
        if found[0] == "/*":
            closing = text.find("*/", position)
            position = closing + 2 if closing >= 0 else len(text)
        yield found[0], found.start(), position


def _lines(comment: str) -> tuple[str, ...]:
    if comment.startswith("//"):
        return (comment[2:].rstrip(),)
    first, *others = LINE_BREAK.split(comment[2:].removesuffix("*/"))
    lines = [first, *(MARGIN.sub("", one, count=1) for one in others)]
    lines = [one.rstrip() for one in lines]
    return tuple(one for n, one in enumerate(lines) if one or 0 < n < len(lines) - 1) or ("",)
