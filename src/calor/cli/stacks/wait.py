"""`calor wait`: follow a stack until it is at rest."""

from typing import Any

import click

from calor.cli.options import service_options, stack_argument
from calor.cli.output.tables import status_style
from calor.cli.progress.ending import FAILED, follow, show_failures
from calor.cli.progress.following import DEPTH, is_well
from calor.cli.progress.tree import causes_of
from calor.cli.stacks.paths import failures_of
from calor.cli.target import open_target
from calor.client.api import Client
from calor.client.stacks import StackRef, ref_of

LOOKED_AT = 100
"""How many events of the stack as a whole are looked at for the last beginning."""


@click.command()
@stack_argument
@service_options
@click.pass_context
def wait(context: click.Context, stack: str) -> None:
    """Follow the stack NAME until nothing is done to it any more.

    Goes on with what an earlier command has left, too. The exit status is 3 if
    the stack has failed or was rolled back.
    """
    target = open_target(context)
    found = target.client.stacks.find(stack)
    ref = ref_of(found)
    if not str(found.get("stack_status")).endswith("IN_PROGRESS"):
        _at_rest(context, target.client, found)
    else:
        follow(context, target, ref, after=_begun(target.client, ref))


def _at_rest(context: click.Context, client: Client, stack: dict[str, Any]) -> None:
    ref, status = ref_of(stack), str(stack.get("stack_status"))
    click.echo(f"Stack {ref.name}: {click.style(status, fg=status_style(status))}")
    if not is_well(status):
        failed = client.resources.listed(ref, nested_depth=DEPTH, status="FAILED")
        show_failures(causes_of(failures_of(failed, ref)))
        context.exit(FAILED)


def _begun(client: Client, ref: StackRef) -> str | None:
    """Return the event with which the present action began: what was before is old news."""
    newest = client.events.listed(ref, most=LOOKED_AT, sort_dir="desc", resource_name=ref.name)
    for event in newest:
        if str(event.get("resource_status")).endswith("IN_PROGRESS"):
            return str(event.get("id"))
    return None
