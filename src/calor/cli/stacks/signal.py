"""`calor signal` and `calor metadata`: speak to one resource."""

import json
from typing import Any

import click

from calor.cli.options import output_option, service_options, stack_argument
from calor.cli.output.forms import show_item
from calor.cli.stacks.resources import stack_at
from calor.cli.target import open_target
from calor.client.stacks import ref_of


@click.command()
@stack_argument
@click.argument("resource")
@click.option("--data", metavar="JSON", help="What to send with it.")
@click.option("--data-file", type=click.File(), metavar="FILE", help="The same from a file.")
@service_options
@click.pass_context
def signal(
    context: click.Context, stack: str, resource: str, *, data: str | None, data_file: Any
) -> None:
    """Send a signal to the RESOURCE of the stack NAME.

    A RESOURCE in a child stack is named by all names that lead to it: web/0/server.
    """
    if data is not None and data_file is not None:
        raise click.UsageError("give --data or --data-file, not both")
    content = _content(data if data_file is None else data_file.read(1 << 24))
    client = open_target(context).client
    ref, name = stack_at(client, ref_of(client.stacks.find(stack)), resource)
    client.resources.signal(ref, name, content)
    click.echo(f"{resource} has been signalled.")


@click.command()
@stack_argument
@click.argument("resource")
@output_option
@service_options
@click.pass_context
def metadata(context: click.Context, stack: str, resource: str, *, form: str) -> None:
    """Show the metadata of the RESOURCE of the stack NAME."""
    client = open_target(context).client
    ref, name = stack_at(client, ref_of(client.stacks.find(stack)), resource)
    kept = client.resources.metadata(ref, name)
    if not kept and form == "table":
        click.echo(f"{resource} has no metadata.", err=True)
    show_item(form, kept)


def _content(text: str | None) -> Any:
    try:
        return {} if text is None else json.loads(text)
    except ValueError as problem:
        raise click.BadParameter(f"it is not JSON: {problem}", param_hint="--data") from problem
