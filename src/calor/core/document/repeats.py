"""Warnings for keys that are written twice in one map."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from calor.core.document.marked import Map, unpack
from calor.core.document.places import position
from calor.core.source import Path, Problem, Severity, shorten

MOST_WARNINGS = 100


@dataclass(frozen=True, slots=True)
class Repeat:
    """A key of a map that was written again at `later`."""

    where: Map
    key: str
    earlier: int
    later: int


def repeat_warnings(file: str, tree: Map, repeats: list[Repeat]) -> tuple[Problem, ...]:
    """Return a warning for each repeated key, up to a hundred."""
    if not repeats:
        return ()
    told = repeats[:MOST_WARNINGS]
    paths = _paths_of(tree, {id(one.where) for one in told})
    return tuple(_warning(file, one, paths.get(id(one.where))) for one in told)


def _warning(file: str, repeat: Repeat, parent: Path | None) -> Problem:
    line, _ = unpack(repeat.earlier)
    return Problem(
        f"the key {shorten(repeat.key)} is written twice in one map",
        () if parent is None else (*parent, repeat.key),
        position(file, repeat.later),
        Severity.WARNING,
        f"the last one counts; an earlier one is on line {line}",
    )


def _paths_of(tree: Map, wanted: Collection[int]) -> dict[int, Path]:
    paths: dict[int, Path] = {}
    seen: set[int] = set()
    waiting: list[tuple[Path, Any]] = [((), tree)]
    while waiting and len(paths) < len(wanted):
        path, node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if id(node) in wanted:
            paths[id(node)] = path
        waiting += [((*path, step), child) for step, child in _containers(node)]
    return paths


def _containers(node: Any) -> Iterator[tuple[str | int, Any]]:
    items = node.items() if isinstance(node, dict) else enumerate(node)
    return ((step, child) for step, child in items if isinstance(child, dict | list))
