"""What a parser found wrong, collected so that one mistake hides no other."""

from dataclasses import dataclass, field
from typing import NoReturn

from calor.core.document.places import position
from calor.core.errors import InvalidTemplate
from calor.core.source import Problem

MOST_PROBLEMS = 20
"""Who has made so many mistakes has made one of them again and again."""


@dataclass(slots=True)
class Findings:
    """The problems of one file, placed by marks."""

    file: str
    problems: list[Problem] = field(default_factory=list)

    def add(self, mark: int, message: str, hint: str | None = None) -> None:
        """Note a problem and go on, unless there are plenty already."""
        self.problems.append(Problem(message, (), position(self.file, mark), hint=hint))
        if len(self.problems) >= MOST_PROBLEMS:
            self.settle()

    def stop(self, mark: int, message: str, hint: str | None = None) -> NoReturn:
        """Refuse the document at once, for this and all that was noted before."""
        last = Problem(message, (), position(self.file, mark), hint=hint)
        raise InvalidTemplate([*self.problems, last])

    def settle(self) -> None:
        """Refuse the document if anything was noted."""
        if self.problems:
            raise InvalidTemplate(self.problems)
