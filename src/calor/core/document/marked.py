"""Maps and lists that remember where each of their items stood.

A mark is a line and a column packed into one integer, since a template of ten
thousand resources has some hundred thousand of them.  A map keeps the mark of
each key, a list that of each item; scalars stay plain Python values.
"""

from typing import Any

COLUMN_BITS = 20
LAST_COLUMN = (1 << COLUMN_BITS) - 1


class Map(dict[str, Any]):
    """A mapping in the order it was written, with the mark of each key."""

    __slots__ = ("mark", "marks")
    mark: int
    marks: dict[str, int]


class Seq(list[Any]):
    """A sequence, with the mark of each item."""

    __slots__ = ("mark", "marks")
    mark: int
    marks: list[int]


def pack(line: int, column: int) -> int:
    """Pack a line and a column, both counted from 0."""
    if column > LAST_COLUMN:  # spelt out, since this runs once per node and min() is slow
        return line << COLUMN_BITS | LAST_COLUMN
    return line << COLUMN_BITS | column


def unpack(mark: int) -> tuple[int, int]:
    """Return the line and the column of a mark, both counted from 1."""
    return (mark >> COLUMN_BITS) + 1, (mark & LAST_COLUMN) + 1
