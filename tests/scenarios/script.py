"""The scripts: how they are read, and written anew with other outcomes.

A script begins with what it shows, in a few words behind `#`.  Then come steps: a
command, what is given along with it (indented), four dashes, and what happens.
A blank line ends a step.
"""

from dataclasses import dataclass
from pathlib import Path

DASHES = "----"


@dataclass(frozen=True)
class Step:
    lead: tuple[str, ...]
    """Comments and blank lines before it."""
    command: str
    given: tuple[str, ...]
    expected: tuple[str, ...]

    def text(self, happened: list[str]) -> list[str]:
        return [*self.lead, self.command, *self.given, DASHES, *happened]


def read_script(path: Path) -> list[Step]:
    steps: list[Step] = []
    lead: list[str] = []
    lines = iter(path.read_text().splitlines())
    for line in lines:
        if not line or line.startswith("#"):
            lead.append(line)
            continue
        block = [line, *iter(lambda: next(lines, ""), "")]
        dashes = block.index(DASHES) if DASHES in block else len(block)
        given, expected = block[1:dashes], block[dashes + 1 :]
        steps.append(Step(tuple(lead), line, tuple(given), tuple(expected)))
        lead = [""]
    return steps


def write_script(path: Path, steps: list[Step], outcomes: list[list[str]]) -> None:
    lines = [
        line for step, happened in zip(steps, outcomes, strict=True) for line in step.text(happened)
    ]
    path.write_text("\n".join(lines) + "\n")
