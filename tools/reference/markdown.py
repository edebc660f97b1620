"""Small pieces of Markdown."""

import json
from collections.abc import Iterable, Sequence

from calor.core.values import Value


def code(text: object) -> str:
    """Return text as code that may stand in a table."""
    escaped = str(text).replace("|", "\\|").replace("\n", " ")
    return f"`` {escaped} ``" if "`" in escaped else f"`{escaped}`"


def codes(texts: Iterable[object]) -> str:
    """Return texts as code, between commas."""
    return ", ".join(map(code, texts))


def literal(value: Value) -> str:
    """Return a value as a template would write it on one line."""
    return code(json.dumps(value, ensure_ascii=False))


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def fence(text: str, language: str = "") -> str:
    """Return a block of code."""
    return f"```{language}\n{text.rstrip()}\n```"


def page(title: str, *blocks: str) -> str:
    """Return a page that says where it comes from."""
    note = "<!-- Written by `make reference` from the code; changes here are lost. -->"
    return "\n\n".join([note, f"# {title}", *filter(None, blocks)]) + "\n"
