"""Progress on a terminal: a tree that stays small, whatever the size of the stack."""

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Final

from rich.console import Console
from rich.live import Live as Screen
from rich.text import Text

from calor.cli.excerpts import printable
from calor.cli.progress.happening import Happening
from calor.cli.progress.tree import Node, Tree

FRAMES: Final = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
STYLES: Final = {"COMPLETE": "green", "FAILED": "red", "IN_PROGRESS": "yellow"}
BUSY: Final = 8
"""How many of one stack's resources are shown while they are worked on."""

RESERVED: Final = 3
"""Lines that are kept free for the title, the sum and the prompt."""


class Live:
    """Shows what is being done now, and what went wrong; what is done is only counted."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False)

    def shown(self, tree: Tree) -> AbstractContextManager[object]:
        """Show a tree for the length of a block."""
        return Screen(
            console=self.console,
            get_renderable=lambda: self.picture(tree, time.monotonic()),
            refresh_per_second=8,
            vertical_overflow="crop",
        )

    def take(self, tree: Tree, happening: Happening) -> None:
        """Take an event in; the next picture shows it."""
        tree.take(happening, time.monotonic())

    def picture(self, tree: Tree, now: float) -> Text:
        """Return what is to be seen now."""
        room = max(1, self.console.height - RESERVED)
        lines = list(_lines(tree.root, now))
        hidden = len(lines) - room
        shown = lines if hidden <= 0 else lines[: room - 1]
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append_text(_title(tree, now))
        for line in shown:
            text.append("\n").append_text(line)
        if hidden > 0:
            text.append(f"\n  … and {hidden + 1} more", style="dim")
        return text


def _title(tree: Tree, now: float) -> Text:
    root = tree.root
    nodes = list(root.below())
    busy = sum(one.is_busy for one in nodes)
    failed = sum(one.is_failed for one in nodes)
    counts = [f"{len(nodes) - busy - failed} done", f"{busy} in progress" if busy else ""]
    counts.append(f"{failed} failed" if failed else "")
    title = _mark(root, now)
    title.append(f" {printable(root.name)} ", style="bold")
    title.append(root.status or "in progress", style=_style(root.status))
    title.append(f"  {duration(root.seconds(now))}  {', '.join(filter(None, counts))}", style="dim")
    return title


def _lines(node: Node, now: float, depth: int = 1) -> Iterator[Text]:
    """Yield a line for whatever is not done, and for what leads there; failures come first."""
    children = list(node.children.values())
    still = [one for one in children if one.is_busy or one.is_failed or _is_open(one)]
    still.sort(key=lambda one: not one.is_failed)
    failed = sum(one.is_failed for one in still)
    shown = still[: max(failed, BUSY)]
    for child in shown:
        yield _line(child, now, depth)
        yield from _lines(child, now, depth + 1)
    if more := len(still) - len(shown):
        yield Text(f"{'  ' * depth}… and {more} more in progress", style="dim")
    done = len(children) - len(still)
    if done and depth > 1:
        yield Text(f"{'  ' * depth}✓ {done} done", style="dim green")


def _is_open(node: Node) -> bool:
    return any(one.is_busy or one.is_failed for one in node.below())


def _line(node: Node, now: float, depth: int) -> Text:
    line = Text("  " * depth)
    line.append_text(_mark(node, now)).append(f" {printable(node.name)} ")
    line.append(node.status, style=_style(node.status))
    line.append(f"  {duration(node.seconds(now))}", style="dim")
    if node.is_failed or "paused" in node.reason:
        line.append(f"  {printable(node.reason)}", style=_style(node.status))
    return line


def _mark(node: Node, now: float) -> Text:
    if node.is_failed:
        return Text("✗", style="red")
    if node.status.endswith("COMPLETE"):
        return Text("✓", style="green")
    return Text(FRAMES[int(now * 8) % len(FRAMES)], style="yellow")


def _style(status: str) -> str:
    return next((style for end, style in STYLES.items() if status.endswith(end)), "")


def duration(seconds: float) -> str:
    """Return a length of time in a few characters."""
    if seconds < 10:  # noqa: PLR2004 - tenths matter while they can be seen to pass
        return f"{seconds:.1f}s"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}h{minutes:02}m"
    return f"{minutes}m{rest:02}s" if minutes else f"{rest}s"
