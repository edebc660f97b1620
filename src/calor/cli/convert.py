"""`calor convert`: templates from YAML to JSON and back."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from calor.core.errors import CalorError

if TYPE_CHECKING:
    from calor.cli.conversion.convert import Converted

MOST_BYTES = 64 * 1024 * 1024
FORMATS = ("yaml", "json", "jsonc")
ENDINGS = {".yaml": "yaml", ".yml": "yaml", ".json": "json", ".jsonc": "jsonc"}


@click.command()
@click.argument("source", metavar="INPUT")
@click.option("-o", "--output", default="-", metavar="OUTPUT", help="Where to write; - is stdout.")
@click.option("--to", "target", type=click.Choice(FORMATS), help="The format to write.")
def convert(source: str, output: str, target: str | None) -> None:
    """Turn a template from YAML into JSON or back; INPUT - is stdin.

    Without --to the ending of OUTPUT decides, or else it is the other format.
    Values and the order of keys stay as they are. Comments stay too, except in
    plain JSON, which has none: --to jsonc writes JSON with comments.
    """
    try:
        converted = _convert(source, target or ENDINGS.get(Path(output).suffix.lower()))
        _write(output, converted.text.encode())
    except CalorError as problem:
        raise click.ClickException(str(problem)) from problem
    except OSError as problem:
        raise click.ClickException(f"cannot write {output}: {problem.strerror}") from problem
    if lost := converted.lost_comments:
        comments = "1 comment was" if lost == 1 else f"{lost} comments were"
        click.echo(f"note: {comments} left out; --to jsonc would keep them", err=True)


def _convert(source: str, target: str | None) -> "Converted":
    # Imported here because no other command needs it.
    from calor.cli.conversion.convert import Format, convert  # noqa: PLC0415

    content, name = _read(source)
    return convert(content, name, Format(target) if target else None)


def _read(source: str) -> tuple[bytes, str]:
    from calor.client.reading import Unreadable, read_file  # noqa: PLC0415

    if source == "-":
        content = sys.stdin.buffer.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise Unreadable(f"cannot read stdin: it is larger than {MOST_BYTES} bytes")
        return content, "<stdin>"
    try:
        return read_file(Path(source), MOST_BYTES), source
    except Unreadable as problem:
        raise Unreadable(f"cannot read {source}: {problem}") from problem


def _write(output: str, content: bytes) -> None:
    if output == "-":
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    else:
        Path(output).write_bytes(content)
