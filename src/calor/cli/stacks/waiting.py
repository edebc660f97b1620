"""`calor waiting`: what each unfinished resource waits for."""

from http import HTTPStatus

import click

from calor.cli.options import output_option, service_options, stack_argument
from calor.cli.output.forms import show_items
from calor.cli.output.tables import Column
from calor.cli.target import open_target
from calor.client.faults import Refused
from calor.client.stacks import ref_of

COLUMNS = (
    Column("RESOURCE", "resource_name"),
    Column("STATUS", "resource_status", is_status=True),
    Column("WAITS FOR", lambda one: one.get("waiting_for") or one.get("reason")),
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
