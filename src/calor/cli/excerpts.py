"""Show problems to people: a line that says it all, and the place in the source."""

from collections.abc import Iterator, Mapping

import click

from calor.core.source import Position, Problem, Severity, format_path

WIDTH = 100
BEFORE = 60
"""How much of a long line is shown, and how much of that before the place."""

LONGEST_PATH = 200

COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow"}


def show_problems(problems: tuple[Problem, ...], texts: Mapping[str, bytes]) -> None:
    """Print problems in order, each with its line of the source."""
    lines: dict[str, list[str]] = {}
    for problem in problems:
        click.echo(headline(problem), err=True)
        where = problem.position
        if where and where.file in texts:
            if where.file not in lines:
                lines[where.file] = texts[where.file].decode(errors="replace").split("\n")
            for line in excerpt(where, lines[where.file]):
                click.echo(line, err=True)


def headline(problem: Problem) -> str:
    """Return the line that says where, how bad and what."""
    where = str(problem.position) if problem.position else "command line"
    severity = click.style(problem.severity, fg=COLOURS[problem.severity], bold=True)
    path = f"{cut(format_path(problem.path), LONGEST_PATH)}: " if problem.path else ""
    text = printable(f"{path}{problem.sentence}")
    return f"{click.style(printable(where), bold=True)}: {severity}: {text}"


def excerpt(where: Position, lines: list[str]) -> Iterator[str]:
    """Yield the line of the source at a position, and a mark below the place."""
    if where.line > len(lines):
        return
    text, column = clipped(lines[where.line - 1].rstrip("\r"), where.column - 1)
    if text.strip():
        number = f"{where.line:5} | "
        yield click.style(number, dim=True) + text
        yield click.style(" " * 5 + " | ", dim=True) + " " * column + click.style("^", fg="green")


def clipped(line: str, column: int) -> tuple[str, int]:
    """Return the part of a line around a column, and where that column is in it."""
    start = max(0, min(column - BEFORE, len(line) - WIDTH))
    return printable(line[start : start + WIDTH]), column - start


def printable(text: str) -> str:
    """Return text without anything that a terminal might obey."""
    return "".join(one if one.isprintable() else " " for one in text)


def cut(text: str, most: int) -> str:
    """Return text, or the beginning of it if it is long."""
    return text if len(text) <= most else f"{text[: most - 3]}..."
