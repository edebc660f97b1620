"""`calor outputs`: what a stack tells its users."""

import click

from calor.cli.options import output_option, service_options, stack_argument
from calor.cli.output.forms import show_item, show_items
from calor.cli.output.tables import Column, text_of
from calor.cli.target import open_target
from calor.client.stacks import ref_of

COLUMNS = (
    Column("OUTPUT", "output_key"),
    Column("VALUE", lambda one: one.get("output_error") or one.get("output_value")),
    Column("DESCRIPTION", "description"),
)


@click.command()
@stack_argument
@click.argument("key", required=False)
@output_option
@service_options
@click.pass_context
def outputs(context: click.Context, stack: str, key: str | None, *, form: str) -> None:
    """Show the outputs of the stack NAME, or the value of one KEY alone.

    The value of one KEY is printed as it is, to be used by other commands:
    calor outputs web address.
    """
    client = open_target(context).client
    ref = ref_of(client.stacks.find(stack))
    if key is None:
        show_items(form, COLUMNS, client.stacks.outputs(ref), if_none="The stack has no outputs.")
        return
    output = client.stacks.output(ref, key)
    if error := output.get("output_error"):
        raise click.ClickException(f"{key} has no value: {error}")
    value = output.get("output_value")
    if form == "table":
        click.echo("" if value is None else text_of(value))
    else:
        show_item(form, value)
