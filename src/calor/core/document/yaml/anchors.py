"""Anchors and aliases, and what a document weighs once every alias is a copy.

An alias yields the very object of its anchor, never a copy; what a copy would
cost is counted all the same, so that no later walk over the value can explode.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from calor.core.document.findings import Findings
from calor.core.document.limits import Limits
from calor.core.document.marked import pack
from calor.core.source import shorten

_CHARACTERS_A_NODE = 64
"""So many characters under an anchor weigh as much as one more value."""


@dataclass(frozen=True, slots=True)
class _Anchor:
    value: Any
    weight: int
    height: int


class Anchors:
    """The anchors of one document, with the depth and the weight reached so far."""

    def __init__(self, limits: Limits, findings: Findings) -> None:
        self._limits = limits
        self._findings = findings
        self._known: dict[str, _Anchor | None] = {}
        self._nodes = self._depth = self._deepest = self._end = 0

    def enter(self, start: Any) -> None:
        """Go one level down into the container that starts here."""
        self._depth += 1
        if self._depth > self._deepest:
            self._reach(self._depth, start)

    def leave(self, end: Any, nodes: int) -> None:
        """Come back from a container that holds so many values."""
        self._depth -= 1
        self._end = end.end_mark.index
        self._count(nodes, end)

    def keep_scalar(self, event: Any, value: Any) -> None:
        """Remember a scalar that has an anchor."""
        self._declare(event)
        length = event.end_mark.index - event.start_mark.index
        self._known[event.anchor] = _Anchor(value, length // _CHARACTERS_A_NODE, 0)

    def keep_container(self, start: Any, read: Callable[[Any], Any]) -> Any:
        """Read and remember a container that has an anchor."""
        self._declare(start)
        nodes, deepest, self._deepest = self._nodes, self._deepest, self._depth
        value = read(start)
        length = self._end - start.start_mark.index
        weight = self._nodes - nodes + length // _CHARACTERS_A_NODE
        self._known[start.anchor] = _Anchor(value, weight, self._deepest - self._depth)
        self._deepest = max(deepest, self._deepest)
        return value

    def recall(self, event: Any) -> Any:
        """Return what an alias stands for."""
        name = event.anchor
        anchor = self._known.get(name)
        if anchor is None:
            inside = name in self._known
            message = "stands inside its own anchor" if inside else "has no anchor before it"
            hint = "no value can hold itself" if inside else "quote text that begins with '*'"
            self._findings.add(mark_of(event), f"the alias {shorten('*' + name)} {message}", hint)
            return None
        self._reach(self._depth + anchor.height, event)
        self._count(anchor.weight, event)
        return anchor.value

    def _declare(self, event: Any) -> None:
        if event.anchor in self._known:
            message = f"the anchor {shorten('&' + event.anchor)} is set twice"
            self._findings.add(mark_of(event), message, "give each its own name")
        self._known[event.anchor] = None

    def _reach(self, depth: int, event: Any) -> None:
        self._deepest = max(self._deepest, depth)
        if depth > self._limits.depth:
            message = f"nested more than {self._limits.depth} levels deep"
            self._findings.stop(mark_of(event), message)

    def _count(self, nodes: int, event: Any) -> None:
        self._nodes += nodes
        if self._nodes > self._limits.nodes:
            message = f"grows to more than {self._limits.nodes} values here"
            self._findings.stop(mark_of(event), message, "use fewer aliases")


def mark_of(event: Any) -> int:
    """Return the mark of the place where an event starts."""
    start = event.start_mark
    return pack(start.line, start.column)
