"""Write values as JSON, with comments where they are wanted."""

import json
from collections.abc import Iterator
from itertools import islice

from calor.cli.conversion.placement import Remarks
from calor.core.source import Path
from calor.core.values import Value

STEP = "  "
WIDTH = 80


def write_json(value: Value, remarks: Remarks) -> str:
    """Return a value as JSON; there are comments in it if there are remarks."""
    lines = _Writer(remarks).node(value, (), "", "", "")
    return "".join(f"{line}\n" for line in (*lines, *comment_lines(remarks.end, "")))


def comment_lines(lines: list[str], indent: str) -> list[str]:
    """Return comments as lines of their own."""
    return [f"{indent}//{line}" for line in lines]


class _Writer:
    def __init__(self, remarks: Remarks) -> None:
        self._remarks = remarks
        paths = (*remarks.before, *remarks.beside)
        self._has_remarks_in_it = {path[:length] for path in paths for length in range(len(path))}

    def node(self, value: Value, path: Path, indent: str, lead: str, comma: str) -> Iterator[str]:
        """Yield the lines of a value; the first begins with `lead`, the last ends in `comma`."""
        beside = self._remarks.beside.get(path)
        note = "" if beside is None else f" //{beside}"
        short = self._short(value, path, WIDTH - len(indent) - len(lead))
        if short is not None:
            yield f"{indent}{lead}{short}{comma}{note}"
        else:
            opening, closing = "{}" if isinstance(value, dict) else "[]"
            yield f"{indent}{lead}{opening}{note}"
            yield from self._items(value, path, indent + STEP)
            yield f"{indent}{closing}{comma}"

    def _short(self, value: Value, path: Path, room: int) -> str | None:
        if not isinstance(value, dict | list) or not value:
            return _dump(value)
        return _fitting(value, room) if path and path not in self._has_remarks_in_it else None

    def _items(self, value: Value, path: Path, indent: str) -> Iterator[str]:
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for number, (step, item) in enumerate(items, start=1):
            inner = (*path, step)
            yield from comment_lines(self._remarks.before.get(inner, []), indent)
            lead = f"{_dump(step)}: " if isinstance(value, dict) else ""
            comma = "," if number < len(value) else ""
            yield from self.node(item, inner, indent, lead, comma)


def _fitting(value: Value, room: int) -> str | None:
    """Return a scalar, a call such as `{"Ref": "x"}` or a list of those, if the line has room."""
    written: str | None
    if isinstance(value, dict) and value:
        written = _fitting_call(value, room)
    elif isinstance(value, list) and value:
        written = _fitting_list(value, room)
    else:
        written = _dump(value)
    return written if written is not None and len(written) <= room else None


def _fitting_call(value: dict[str, Value], room: int) -> str | None:
    [(key, item), *others] = islice(value.items(), 2)
    if others or isinstance(item, dict):
        return None
    inner = _fitting(item, room - len(key))
    return None if inner is None else f"{{{_dump(key)}: {inner}}}"


def _fitting_list(value: list[Value], room: int) -> str | None:
    parts: list[str] = []
    for item in value:
        part = _fitting(item, room)
        if part is None:
            return None
        parts.append(part)
        room -= len(part)
    return f"[{', '.join(parts)}]"


def _dump(value: Value) -> str:
    return json.dumps(value, ensure_ascii=False)
