"""Tables that fit the terminal, and come row by row if they are long."""

import json
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, Final

import click

from calor.cli.excerpts import printable

GAP: Final = 2
NARROWEST: Final = 8
FIRST: Final = 500
"""So many rows say how wide the columns are."""

COLOURS: Final = {"COMPLETE": "green", "FAILED": "red", "IN_PROGRESS": "yellow"}


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title, and what stands in it."""

    title: str
    value: str | Callable[[Mapping[str, Any]], Any]
    """A key of each item, or what makes the value of it."""
    is_status: bool = False

    def text(self, item: Mapping[str, Any]) -> str:
        """Return what an item has in this column."""
        value = item.get(self.value) if isinstance(self.value, str) else self.value(item)
        return " ".join(printable(text_of(value)).split())


def text_of(value: Any) -> str:
    """Return a value as people read it."""
    match value:
        case None:
            return "-"
        case str():
            return value
        case bool():
            return "yes" if value else "no"
        case list() if all(isinstance(one, str) for one in value):
            return ", ".join(value) or "-"
        case _:
            return json.dumps(value, ensure_ascii=False)


def table(columns: tuple[Column, ...], items: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of a table."""
    rows = ([column.text(item) for column in columns] for item in items)
    first = list(islice(rows, FIRST))
    if not first:
        return
    titles = [column.title for column in columns]
    widths = [max(map(len, texts)) for texts in zip(titles, *first, strict=True)]
    widths = fitted(widths, terminal_width())
    yield click.style(_line(titles, widths), bold=True)
    for row in chain(first, rows):
        yield _coloured(columns, row, widths)


def terminal_width() -> int | None:
    """Return how many characters fit in a line; nothing limits a file or a pipe."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def fitted(widths: list[int], room: int | None) -> list[int]:
    """Return widths that fit: the widest columns give way first."""
    widths = list(widths)
    if room is None:
        return widths
    room -= GAP * (len(widths) - 1)
    while sum(widths) > room and max(widths) > NARROWEST:
        widest = widths.index(max(widths))
        next_widest = max([one for one in widths if one < widths[widest]], default=NARROWEST)
        spare = sum(widths) - room
        widths[widest] = max(
            NARROWEST, min(next_widest, widths[widest] - 1), widths[widest] - spare
        )
    return widths


def status_style(status: str) -> str | None:
    """Return the colour of a status such as `CREATE_FAILED`."""
    return next((colour for end, colour in COLOURS.items() if status.endswith(end)), None)


def _coloured(columns: tuple[Column, ...], row: list[str], widths: list[int]) -> str:
    cells = []
    for column, text, width in zip(columns, row, widths, strict=True):
        cell = _cell(text, width)
        colour = status_style(text) if column.is_status else None
        # The spaces stay outside, so that those at the end of a line can be left out.
        word = cell.rstrip()
        cells.append(click.style(word, fg=colour) + cell[len(word) :] if colour else cell)
    return (" " * GAP).join(cells).rstrip()


def _line(texts: list[str], widths: list[int]) -> str:
    cells = (_cell(text, width) for text, width in zip(texts, widths, strict=True))
    return (" " * GAP).join(cells).rstrip()


def _cell(text: str, width: int) -> str:
    return text.ljust(width) if len(text) <= width else f"{text[: width - 1]}…"
