"""How progress is told: line by line, or as a picture that changes."""

import sys
import time
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

import click

from calor.cli.excerpts import printable
from calor.cli.output.tables import status_style
from calor.cli.progress.happening import Happening
from calor.cli.progress.tree import Tree


class View(Protocol):
    """Tells people what happens."""

    def shown(self, tree: Tree) -> AbstractContextManager[object]:
        """Show a tree for the length of a block."""

    def take(self, tree: Tree, happening: Happening) -> None:
        """Show what an event has changed."""


class Lines:
    """A line for every event: for files, pipes and logs."""

    def shown(self, tree: Tree) -> AbstractContextManager[object]:  # noqa: ARG002
        """Need nothing."""
        return nullcontext()

    def take(self, tree: Tree, happening: Happening) -> None:
        """Print a line."""
        path = tree.take(happening, time.monotonic()).path
        if not (happening.is_of_stack and path):
            # What becomes of a child stack is told by the resource that it belongs to.
            click.echo(line_of(happening, path))


def line_of(happening: Happening, path: tuple[str, ...]) -> str:
    """Return an event in a line."""
    name = name_of(happening, path)
    status = click.style(happening.status, fg=status_style(happening.status))
    line = f"{happening.time}  {name}  {status}"
    if happening.reason and (happening.is_failure or "paused" in happening.reason):
        line += f"  {happening.reason}"
    return printable_line(line)


def name_of(happening: Happening, path: tuple[str, ...]) -> str:
    """Return what an event is about: a resource by the names that lead to it, or a stack."""
    if not happening.is_of_stack:
        return "/".join(path)
    return f"{'/'.join(path) or happening.stack.name} (stack)"


def printable_line(text: str) -> str:
    """Return text without anything that a terminal might obey, except colours that we set."""
    return "\x1b".join(printable(part) for part in text.split("\x1b"))


def chosen_view() -> View:
    """Return what suits the place that output goes to."""
    if not sys.stdout.isatty():
        return Lines()
    # Imported here because it takes longer than most commands.
    from calor.cli.progress.live import Live  # noqa: PLC0415

    return Live()
