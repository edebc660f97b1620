"""Write values as YAML in block style, with comments."""

from collections.abc import Iterator

from calor.cli.conversion.placement import Remarks
from calor.cli.conversion.yaml_scalar import block, scalar, text
from calor.core.source import Path
from calor.core.values import Value

STEP = "  "
LONGEST_KEY = 1000
"""YAML finds the colon of a longer key only behind a question mark."""


def write_yaml(value: Value, remarks: Remarks) -> str:
    """Return a value as YAML."""
    writer = _Writer(remarks)
    lines = writer.root(value)
    return "".join(f"{line}\n" for line in (*lines, *comment_lines(remarks.end, "")))


def comment_lines(lines: list[str], indent: str) -> list[str]:
    """Return comments as lines of their own."""
    return [f"{indent}#{line}" for line in lines]


class _Writer:
    """Yields lines; what begins behind a dash or a key is given that as its `lead`."""

    def __init__(self, remarks: Remarks) -> None:
        self._remarks = remarks

    def root(self, value: Value) -> Iterator[str]:
        if isinstance(value, dict | list) and value:
            yield from self._container(value, (), "")
        else:
            yield from self._scalar(value, "", "", "")

    def _container(self, value: Value, path: Path, indent: str) -> Iterator[str]:
        if isinstance(value, dict):
            for key, item in value.items():
                yield from self._item(item, (*path, key), _key(key, indent), indent)
        else:
            for index, item in enumerate(value):
                yield from self._item(item, (*path, index), f"{indent}-", indent)

    def _item(self, item: Value, path: Path, lead: str, indent: str) -> Iterator[str]:
        yield from comment_lines(self._remarks.before.get(path, []), indent)
        beside = self._remarks.beside.get(path)
        note = "" if beside is None else f" #{beside}"
        if not isinstance(item, dict | list) or not item:
            yield from self._scalar(item, lead, note, indent)
        elif isinstance(path[-1], int) and not note:
            yield from self._behind_dash(item, path, lead, indent)
        else:
            yield f"{lead}{note}"
            yield from self._container(item, path, indent + STEP)

    def _behind_dash(self, item: Value, path: Path, lead: str, indent: str) -> Iterator[str]:
        first = (*path, next(iter(item)) if isinstance(item, dict) else 0)
        yield from comment_lines(self._remarks.before.pop(first, []), indent)
        lines = self._container(item, path, indent + STEP)
        yield f"{lead} {next(lines)[len(indent + STEP) :]}"
        yield from lines

    def _scalar(self, value: Value, lead: str, note: str, indent: str) -> Iterator[str]:
        lead = f"{lead} " if lead else lead
        literal = block(value) if isinstance(value, str) else None
        if literal:
            header, lines = literal
            yield f"{lead}{header}{note}"
            yield from (f"{indent}{STEP}{line}" if line else "" for line in lines)
        elif isinstance(value, dict | list):
            yield f"{lead}{'{}' if isinstance(value, dict) else '[]'}{note}"
        else:
            yield f"{lead}{scalar(value)}{note}"


def _key(key: str, indent: str) -> str:
    written = text(key)
    if len(written) > LONGEST_KEY:
        return f"{indent}? {written}\n{indent}:"
    return f"{indent}{written}:"
