"""Find the comments of a YAML text."""

import re
from collections.abc import Iterator

import yaml
from yaml.events import ScalarEvent

from calor.cli.conversion.comments import Comment, Span, placed

COMMENT = re.compile(r"#([^\r\n\x85\u2028\u2029]*)")
BLOCK_HEADER = re.compile(r"[^\r\n#]*[|>][-+0-9]*[ \t]+#([^\r\n\x85\u2028\u2029]*)")


def find_comments(text: str) -> list[Comment]:
    """Return the comments of a valid YAML text."""
    try:
        return placed(text, list(_spans(text)))
    except yaml.YAMLError:
        return []


def _spans(text: str) -> Iterator[Span]:
    """Look for `#` between the scalars, where it can be nothing but a comment."""
    last = 0
    for start, end, style in _scalars(text):
        yield from _between(text, last, start)
        header = BLOCK_HEADER.match(text, start) if style in ("|", ">") else None
        if header:
            yield Span(header.start(1) - 1, header.end(), (header[1].rstrip(),))
        last = end
    yield from _between(text, last, len(text))


def _between(text: str, start: int, end: int) -> Iterator[Span]:
    for found in COMMENT.finditer(text, start, end):
        yield Span(found.start(), found.end(), (found[1].rstrip(),))


def _scalars(text: str) -> Iterator[tuple[int, int, str | None]]:
    """Yield start, end and style of each scalar."""
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        if isinstance(event, ScalarEvent) and event.start_mark and event.end_mark:
            yield event.start_mark.index, event.end_mark.index, event.style
