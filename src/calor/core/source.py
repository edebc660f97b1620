"""Where things stand in the author's files, and what is wrong there.

Everything above the document parser speaks of places as *paths*
(`("resources", "web", "properties", "networks", 1)`); a report turns a path
into file, line and column only when there is something to say about it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum
from itertools import islice
from typing import Final, TypeAlias

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


Hint: TypeAlias = str | Callable[[], str | None] | None
"""What to do about a problem; a function is asked only while there are few problems."""

GUESSES: Final = 50
"""So many problems are worth a hint that takes work: whoever has more has another problem."""

MOST: Final = {Severity.WARNING: 500, Severity.ERROR: 1000}
"""How long a report may be for another problem to be kept; errors always find room."""


@dataclass(slots=True)
class Report:
    """Collects the problems of one file, each of them once; knows where its paths stand."""

    locate: Callable[[Path], Position | None] = nowhere
    problems: list[Problem] = field(default_factory=list)
    _seen: set[tuple[Position | None, Path, str]] = field(default_factory=set)

    def elsewhere(self, locate: Callable[[Path], Position | None]) -> "Report":
        """Return a report of another file that shares this one's list."""
        return Report(locate, self.problems, self._seen)

    def error(self, path: Path, message: str, hint: Hint = None) -> None:
        """Note something that must be changed."""
        self._note(Severity.ERROR, path, message, hint)

    def warn(self, path: Path, message: str, hint: Hint = None) -> None:
        """Note something that works but looks wrong."""
        self._note(Severity.WARNING, path, message, hint)

    @property
    def errors(self) -> list[Problem]:
        """The problems that stop the template from being used."""
        return [one for one in self.problems if one.severity is Severity.ERROR]

    def _note(self, severity: Severity, path: Path, message: str, hint: Hint) -> None:
        if len(self.problems) > MOST[severity]:
            return
        if len(self.problems) == MOST[severity]:
            path, message, hint = (), f"there are more {severity}s than are shown here", None
        position = self.locate(path)
        if (position, path, message) not in self._seen:
            self._seen.add((position, path, message))
            advice = self._worked_out(hint) if callable(hint) else hint
            self.problems.append(Problem(message, path, position, severity, advice))

    def _worked_out(self, hint: Callable[[], str | None]) -> str | None:
        return hint() if len(self.problems) < GUESSES else None


def format_path(path: Iterable[str | int]) -> str:
    """Write a path as people do: `resources.web.properties.networks[1].port`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


LONGEST, FAR, MOST_KNOWN = 80, 5, 1000
"""Up to which length a name is compared, how much longer or shorter others may be, how many."""


def did_you_mean(name: object, known: Iterable[str]) -> str | None:
    """Return a hint naming the known name closest to a misspelt one, if any is close."""
    text = str(name)
    if len(text) > LONGEST:
        return None
    similar = (one for one in known if abs(len(one) - len(text)) <= FAR)
    close = get_close_matches(text, list(islice(similar, MOST_KNOWN)), n=1, cutoff=0.7)
    return f"did you mean {close[0]!r}?" if close else None


def shorten(value: object, limit: int = 80) -> str:
    """Quote a value for a message without ever quoting all of a huge one."""
    try:
        text = repr(value[:limit] if isinstance(value, str | list | tuple) else value)
    except (ValueError, RecursionError):  # an integer too long to print, a list too deep
        return f"a huge {type(value).__name__}"
    return text if len(text) <= limit else text[: limit - 3] + "..."
