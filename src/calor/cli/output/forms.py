"""Lists and single things, as a table, as JSON or as YAML."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import click

from calor.cli.excerpts import printable
from calor.cli.output.tables import Column, status_style, table, text_of

FORMS: Final = ("table", "json", "yaml")


def show_items(
    form: str,
    columns: tuple[Column, ...],
    items: Iterable[Mapping[str, Any]],
    *,
    if_none: str = "",
) -> None:
    """Print a list: its items whole, or what the columns take of them.

    What is said `if_none` is there goes to people, not to programs.
    """
    match form:
        case "json":
            lines = _json_lines(items)
        case "yaml":
            lines = _yaml_lines(items)
        case _:
            lines = table(columns, items)
    is_empty = True
    for line in lines:
        is_empty = False
        click.echo(line)
    if is_empty and if_none:
        click.echo(if_none, err=True)


def show_item(form: str, item: Any, fields: Mapping[str, Any] | None = None) -> None:
    """Print one thing; as a table, its fields, or those that are given instead."""
    if form == "json":
        click.echo(json.dumps(item, indent=2))
    elif form == "yaml":
        click.echo(yaml_of(item), nl=False)
    else:
        shown = item if fields is None else fields
        width = max((len(name) for name in shown), default=0)
        for name, value in shown.items():
            _field(name, value, width)


def yaml_of(value: Any) -> str:
    """Return a value as YAML."""
    # Imported here because few ask for it.
    import yaml  # noqa: PLC0415

    return str(yaml.safe_dump(value, sort_keys=False, allow_unicode=True))


def _field(name: str, value: Any, width: int) -> None:
    first, *rest = map(printable, _lines(value) or [""])
    if name.endswith("status"):
        first = click.style(first, fg=status_style(first))
    click.echo(f"{click.style(name.ljust(width), bold=True)}  {first}")
    for line in rest:
        click.echo(f"{' ' * width}  {line}")


def _lines(value: Any) -> list[str]:
    if isinstance(value, dict | list) and value:
        return yaml_of(value).splitlines()
    return text_of(value).splitlines()


def _json_lines(items: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Write a list item by item, so that a long one begins at once."""
    last = None
    yield "["
    for item in items:
        if last is not None:
            yield f"{last},"
        last = "\n".join(f"  {line}" for line in json.dumps(item, indent=2).splitlines())
    if last is not None:
        yield last
    yield "]"


def _yaml_lines(items: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    is_empty = True
    for item in items:
        is_empty = False
        yield yaml_of([item]).rstrip("\n")
    if is_empty:
        yield "[]"
