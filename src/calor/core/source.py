"""Where things stand in the author's files, and what is wrong there.

Everything above the document parser speaks of places as *paths*
(`("resources", "web", "properties", "networks", 1)`); a report turns a path
into file, line and column only when there is something to say about it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum
from typing import TypeAlias

from typing_extensions import override

Path: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in a file; lines and columns count from 1."""

    file: str
    line: int
    column: int

    @override
    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Severity(StrEnum):
    """Whether a problem stops the template from being used."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing an author should know: what is wrong, where, and what to do."""

    message: str
    path: Path = ()
    position: Position | None = None
    severity: Severity = Severity.ERROR
    hint: str | None = None

    @override
    def __str__(self) -> str:
        where = [str(self.position)] if self.position else []
        where += [format_path(self.path)] if self.path else []
        return ": ".join([*where, self.sentence])

    @property
    def sentence(self) -> str:
        """The message, with the hint where there is one."""
        return f"{self.message}; {self.hint}" if self.hint else self.message


def nowhere(_: Path) -> None:
    """Locate nothing: for values that came from no file."""


@dataclass(slots=True)
class Report:
    """Collects the problems of one file; knows where its paths stand."""

    locate: Callable[[Path], Position | None] = nowhere
    problems: list[Problem] = field(default_factory=list)

    def error(self, path: Path, message: str, hint: str | None = None) -> None:
        """Note something that must be changed."""
        self._note(Severity.ERROR, path, message, hint)

    def warn(self, path: Path, message: str, hint: str | None = None) -> None:
        """Note something that works but looks wrong."""
        self._note(Severity.WARNING, path, message, hint)

    @property
    def errors(self) -> list[Problem]:
        """The problems that stop the template from being used."""
        return [one for one in self.problems if one.severity is Severity.ERROR]

    def _note(self, severity: Severity, path: Path, message: str, hint: str | None) -> None:
        self.problems.append(Problem(message, path, self.locate(path), severity, hint))


def format_path(path: Iterable[str | int]) -> str:
    """Write a path as people do: `resources.web.properties.networks[1].port`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def did_you_mean(name: object, known: Iterable[str]) -> str | None:
    """Return a hint naming the known name closest to a misspelt one, if any is close."""
    close = get_close_matches(str(name), list(known), n=1, cutoff=0.7)
    return f"did you mean {close[0]!r}?" if close else None


def shorten(value: object, limit: int = 80) -> str:
    """Quote a value for a message without ever quoting all of a huge one."""
    try:
        text = repr(value[:limit] if isinstance(value, str | list | tuple) else value)
    except (ValueError, RecursionError):  # an integer too long to print, a list too deep
        return f"a huge {type(value).__name__}"
    return text if len(text) <= limit else text[: limit - 3] + "..."
