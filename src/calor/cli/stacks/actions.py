"""`calor suspend`, `resume`, `check` and `cancel`: what is done to a stack as a whole."""

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
def suspend(context: click.Context, stack: str, *, waits: bool) -> None:
    """Suspend all resources of the stack NAME that can be."""
    _act(context, stack, "suspend", waits=waits)


@click.command()
@stack_argument
@wait_option
@service_options
@click.pass_context
def resume(context: click.Context, stack: str, *, waits: bool) -> None:
    """Resume all resources of the suspended stack NAME."""
    _act(context, stack, "resume", waits=waits)


@click.command()
@stack_argument
@wait_option
@service_options
@click.pass_context
def check(context: click.Context, stack: str, *, waits: bool) -> None:
    """Look whether all resources of the stack NAME are as they should be."""
    _act(context, stack, "check", waits=waits)


@click.command()
@stack_argument
@click.option("--no-rollback", is_flag=True, help="Leave the stack as it is then.")
@wait_option
@service_options
@click.pass_context
def cancel(context: click.Context, stack: str, *, no_rollback: bool, waits: bool) -> None:
    """Stop the update of the stack NAME and go back to what was before."""
    action = "cancel_without_rollback" if no_rollback else "cancel_update"
    _act(context, stack, action, waits=waits)


def _act(context: click.Context, stack: str, action: str, *, waits: bool) -> None:
    target = open_target(context)
    ref = ref_of(target.client.stacks.find(stack))
    after = target.client.events.last(ref, DEPTH)
    target.client.stacks.act(ref, action)
    if waits:
        follow(context, target, ref, after=after, is_stopped=action.startswith("cancel"))
    else:
        click.echo(how_to_go_on(target, ref).strip())
