"""`calor waiting`: what each unfinished resource waits for."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import click

from calor.cli.options import output_option, service_options, stack_argument
from calor.cli.output.forms import show_items
from calor.cli.output.tables import Column
from calor.cli.output.times import ago
from calor.cli.target import open_target
from calor.client.decoding import maps_in
from calor.client.faults import Refused
from calor.client.stacks import ref_of

SHOWN = 5
"""How many things a resource waits for are named in a line."""


def causes(resource: Mapping[str, Any]) -> str:
    """Say in words what a resource waits for."""
    waits = maps_in(resource.get("waits_for"))
    named = [
        " ".join(str(one[key]) for key in ("kind", "name") if one.get(key)) for one in waits[:SHOWN]
    ]
    others = resource.get("more")
    more = len(waits) - len(named) + (others if isinstance(others, int) else 0)
    return ", ".join(named) + (f" and {more} more" if more else "")


COLUMNS = (
    Column("RESOURCE", "resource_name"),
    Column("STATUS", "resource_status", is_status=True),
    Column("SINCE", ago("since")),
    Column("WAITS FOR", causes),
    Column("STACK", "stack_name"),
)


@click.command()
@stack_argument
@output_option
@service_options
@click.pass_context
def waiting(context: click.Context, stack: str, *, form: str) -> None:
    """Show what each unfinished resource of the stack NAME waits for."""
    client = open_target(context).client
    ref = ref_of(client.stacks.find(stack))
    try:
        found = client.stacks.waiting(ref)
    except Refused as problem:
        if problem.status != HTTPStatus.NOT_FOUND:
            raise
        raise click.ClickException(
            "this service does not tell what resources wait for; see calor resources"
        ) from problem
    show_items(form, COLUMNS, found, if_none="Nothing waits.")
