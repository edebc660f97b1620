"""One file of an author: its parsed value, and where every part of it stands."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from calor.core.source import Path, Position, Problem, Report


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed template or environment.

    `repeated` holds a warning for each key written twice in one map; the
    language takes the last one.
    """

    file: str
    value: Mapping[str, Any]
    locate: Callable[[Path], Position | None]
    repeated: tuple[Problem, ...] = ()

    def report(self) -> Report:
        """Return a report that knows where this document's paths stand."""
        return Report(self.locate, list(self.repeated))
