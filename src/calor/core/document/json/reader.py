"""JSON documents: read by msgspec, located only when somebody asks."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from calor.core.document.document import Document
from calor.core.document.findings import Findings
from calor.core.document.json.shape import JsonScanner
from calor.core.document.limits import Limits
from calor.core.document.marked import Map
from calor.core.document.places import locate
from calor.core.document.repeats import repeat_warnings
from calor.core.source import Path, Position, Problem

_KEY_END = re.compile(r'"[ \t\r\n]*+:')


class NotJson(Exception):
    """The text starts as a JSON object but is none that msgspec takes."""


def parse_json(text: str, file: str, limits: Limits) -> Document:
    """Read a text that starts with `{`."""
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        raise NotJson from None
    places = _Places(text, file, limits)
    keys = _count_keys(value, places)
    # Quotes before a colon are at least as many as the keys written: if they are as
    # many as the keys left, none was repeated, and the slow scan is not needed.
    has_repeats = keys != len(_KEY_END.findall(text))
    return Document(file, value, places.locate, places.repeated() if has_repeats else ())


@dataclass(slots=True)
class _Places:
    """Scans the text when a place is asked for the first time."""

    text: str
    file: str
    limits: Limits
    tree: Map | None = None
    scanner: JsonScanner = field(init=False)

    def locate(self, path: Path) -> Position:
        return locate(self.file, self.scanned(), path)

    def repeated(self) -> tuple[Problem, ...]:
        tree = self.scanned()
        return repeat_warnings(self.file, tree, self.scanner.repeats)

    def scanned(self) -> Map:
        if self.tree is None:
            self.scanner = JsonScanner(self.text, self.file, self.limits)
            self.tree = self.scanner.scan()
        return self.tree


def _count_keys(value: Any, places: _Places) -> int:
    """Count the keys of all maps, refusing what is too deep or too large."""
    keys = nodes = depth = 0
    level = [value]
    while level:
        depth += 1
        if depth > places.limits.depth:
            places.scanned()  # stops at the place that is too deep
        nodes += sum(map(len, level))
        keys += sum(len(one) for one in level if isinstance(one, dict))
        level = [child for one in level for child in _children(one) if type(child) in (dict, list)]
    if nodes > places.limits.nodes:
        Findings(places.file).stop(0, f"holds more than {places.limits.nodes} values")
    return keys


def _children(container: Any) -> Iterable[Any]:
    return container.values() if isinstance(container, dict) else container
