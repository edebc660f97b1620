"""`calor events`: what has happened to a stack."""

import time
from collections.abc import Iterator
from typing import Any

import click

from calor.cli.options import depth_option, output_option, service_options, stack_argument
from calor.cli.output.forms import show_items
from calor.cli.output.tables import Column
from calor.cli.progress.ending import INTERRUPTED
from calor.cli.progress.happening import read_event
from calor.cli.progress.tree import Tree
from calor.cli.progress.views import line_of, name_of
from calor.cli.target import open_target
from calor.client.api import Client
from calor.client.stacks import StackRef, ref_of

COLUMNS = (
    Column("TIME", "event_time"),
    Column("RESOURCE", "path"),
    Column("STATUS", "resource_status", is_status=True),
    Column("REASON", "resource_status_reason"),
)


@click.command()
@stack_argument
@click.option("-f", "--follow", "follows", is_flag=True, help="Go on until Ctrl-C.")
@depth_option()
@click.option("--resource", help="Only of this resource.")
@click.option("--limit", type=click.IntRange(1), help="Only so many, the newest.")
@output_option
@service_options
@click.pass_context
def events(  # noqa: PLR0913 - one argument an option
    context: click.Context,
    stack: str,
    *,
    follows: bool,
    depth: int,
    resource: str | None,
    limit: int | None,
    form: str,
) -> None:
    """Show the events of the stack NAME, oldest first.

    With -f, events are shown as they happen; with -o json each is one line then.
    """
    client = open_target(context).client
    ref = ref_of(client.stacks.find(stack))
    found = _found(client, ref, depth, resource, limit)
    if not follows:
        show_items(form, COLUMNS, _with_paths(found, ref) if form == "table" else found)
        return
    try:
        _follow(client, ref, depth, form)
    except KeyboardInterrupt:
        context.exit(INTERRUPTED)


def _found(
    client: Client, ref: StackRef, depth: int, resource: str | None, limit: int | None
) -> Iterator[dict[str, Any]]:
    query = {"nested_depth": depth or None}
    if limit is None:
        return client.events.listed(ref, resource=resource, **query)
    newest = client.events.listed(ref, resource=resource, most=limit, sort_dir="desc", **query)
    return reversed(list(newest))


def _with_paths(found: Iterator[dict[str, Any]], ref: StackRef) -> Iterator[dict[str, Any]]:
    tree = Tree.of(ref, time.monotonic())
    for one in found:
        happening = read_event(one, ref)
        path = tree.take(happening, time.monotonic()).path
        yield {**one, "path": name_of(happening, path)}


def _follow(client: Client, ref: StackRef, depth: int, form: str) -> None:
    # Imported here because it is needed by one form alone.
    from json import dumps  # noqa: PLC0415

    tree = Tree.of(ref, time.monotonic())
    for event in client.events.follow(ref, nested_depth=depth):
        if event is None:
            continue
        if form == "table":
            happening = read_event(event, ref)
            click.echo(line_of(happening, tree.take(happening, time.monotonic()).path))
        else:
            # A line of JSON is YAML, too: a document of its own.
            click.echo(dumps(event) if form == "json" else f"--- {dumps(event)}")
