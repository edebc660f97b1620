"""What is sent to make or change a stack, from the files and options of a command."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import click

from calor.cli.excerpts import show_problems
from calor.cli.loading import parse_parameters
from calor.client.collect import collect
from calor.client.faults import Refused
from calor.client.files import Collected
from calor.core.document.document import Document
from calor.core.errors import InvalidTemplate
from calor.core.source import Path as DocumentPath
from calor.core.source import Position, Problem, Severity

PLACE: Final = re.compile(
    r"(?<![\w.])((?:resources|outputs|parameters|conditions|Resources|Outputs|Parameters)"
    r"(?:\.[\w-]+|\[\d+\])+)"
)
SENT: Final = re.compile(r"(\S+):\d+:\d+: ")
"""Where a service found something in the text that it was sent, which nobody has ever seen."""

STEP: Final = re.compile(r"\.([\w-]+)|\[(\d+)\]")


def collected_files(template: str, environments: tuple[str, ...]) -> Collected:
    """Read a template and all that belongs to it, or tell what is wrong and leave."""
    try:
        collected = collect(template, environments)
    except InvalidTemplate as problem:
        show_problems(problem.problems, {})
        raise click.exceptions.Exit(1) from problem
    show_problems(collected.problems, texts_of(collected))
    if any(one.severity is Severity.ERROR for one in collected.problems):
        raise click.exceptions.Exit(1)
    return collected


def texts_of(collected: Collected) -> dict[str, bytes]:
    """Return the content of each file by the name that problems have it under."""
    files = (collected.template, *collected.environments, *collected.files.values())
    return {one.name: one.content for one in files}


def body_of(collected: Collected, name: str, parameters: tuple[str, ...]) -> dict[str, Any]:
    """Return what a request carries in any case."""
    return {
        **collected.request(),
        "stack_name": name,
        "parameters": parse_parameters(parameters),
    }


def default_name(template: str) -> str:
    """Return a name for a stack by that of its template."""
    plain = re.sub(r"[^\w.-]+", "-", Path(template).stem, flags=re.ASCII).strip("-.")
    return plain if re.match(r"[A-Za-z]", plain) else f"stack-{plain}".rstrip("-")


@contextmanager
def placed_problems(collected: Collected) -> Iterator[None]:
    """Show what a service finds wrong at the place in the author's file, where it names one."""
    try:
        yield
    except Refused as refused:
        if refused.status != HTTPStatus.BAD_REQUEST:
            raise
        if not PLACE.search(str(refused)):
            raise
        problems = tuple(_placed(line, collected) for line in str(refused).splitlines() if line)
        show_problems(problems, texts_of(collected))
        raise click.exceptions.Exit(1) from refused


def _placed(line: str, collected: Collected) -> Problem:
    """Return a problem at its place; what no file has was given on the command line."""
    sent = SENT.match(line)
    where = sent[1] if sent else "template"
    text = line[sent.end() :] if sent else line
    found = PLACE.search(text)
    if found is None:
        return Problem(line)
    path = _path(found[1])
    if where == "environment":
        return Problem(text, position=_in_environments(collected, path))
    file = collected.files.get(where)
    shown = line if file is None and where != "template" else text
    document = (file or collected.template).document
    return Problem(shown, position=_nearest(document, path))


def _in_environments(collected: Collected, path: DocumentPath) -> Position | None:
    for environment in reversed(collected.environments):
        if environment.document and (position := environment.document.locate(path)):
            return position
    return None


def _path(text: str) -> DocumentPath:
    first = re.split(r"[.\[]", text, maxsplit=1)[0]
    steps = (int(one[2]) if one[2] else one[1] for one in STEP.finditer(text))
    return (first, *steps)


def _nearest(document: Document | None, path: DocumentPath) -> Position | None:
    """Return the place of a path, or of the longest beginning of it that is there."""
    for length in range(len(path), 0, -1):
        if document and (position := document.locate(path[:length])):
            return position
    return None
