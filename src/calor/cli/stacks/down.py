"""`calor down`: delete a stack and all that belongs to it."""

import click

from calor.cli.options import service_options, stack_argument, wait_option
from calor.cli.progress.ending import follow, how_to_go_on
from calor.cli.progress.following import DEPTH
from calor.cli.target import open_target
from calor.client.stacks import ref_of


@click.command()
@stack_argument
@wait_option
@service_options
@click.pass_context
def down(context: click.Context, stack: str, *, waits: bool) -> None:
    """Delete the stack NAME with all its resources.

    It is not an error if there is no such stack: what was wanted is so already.
    """
    target = open_target(context)
    existing = target.client.stacks.find_or_none(stack)
    if existing is None or existing.get("stack_status") == "DELETE_COMPLETE":
        click.echo(f"There is no stack {stack}.")
        return
    ref = ref_of(existing)
    after = target.client.events.last(ref, DEPTH)
    target.client.stacks.delete(ref)
    click.echo(f"Deleting stack {ref.name}")
    if waits:
        follow(context, target, ref, after=after)
    else:
        click.echo(how_to_go_on(target, ref).strip())
