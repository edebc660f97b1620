"""What is said when a stack has come to rest, or nobody wants to wait for it."""

from shlex import quote
from typing import Any, Final

import click

from calor.cli.excerpts import cut, printable, show_problems
from calor.cli.output.tables import status_style, text_of
from calor.cli.progress.following import Follower, Settled
from calor.cli.progress.places import place_of
from calor.cli.progress.tree import Failure, causes_of
from calor.cli.progress.views import chosen_view
from calor.cli.target import Target
from calor.client.files import Collected
from calor.client.stacks import StackRef
from calor.core.source import Problem

FAILED, INTERRUPTED = 3, 130
"""The exit statuses of a stack that failed, and of a person who did not wait."""

SHOWN: Final = 5
LONGEST: Final = 2000


def follow(
    context: click.Context,
    target: Target,
    ref: StackRef,
    *,
    after: str | None = None,
    collected: Collected | None = None,
    is_stopped: bool = False,
) -> Settled:
    """Follow a stack to its end; say how it went, and leave with that if it did not go well.

    A stack that `is_stopped` on purpose does well wherever it comes to rest.
    """
    follower = Follower(target.client, ref, chosen_view(), after)
    try:
        settled = follower.until_settled()
    except KeyboardInterrupt:
        click.echo(how_to_go_on(target, ref), err=True)
        context.exit(INTERRUPTED)
    status = click.style(settled.status, fg=status_style(settled.status))
    click.echo(f"Stack {printable(ref.name)}: {status}")
    if not settled.is_well and not is_stopped:
        explain(settled, collected)
        context.exit(FAILED)
    return settled


def how_to_go_on(target: Target, ref: StackRef) -> str:
    """Say what becomes of a stack that nobody waits for."""
    name = printable(ref.name)
    if target.is_embedded:
        return (
            f"\nThe work on {name} rests: the service ends with this command. "
            f"Nothing is lost; go on with: {wait_for(target, ref)}"
        )
    return f"\nThe service goes on with {name}. Follow it again with: {wait_for(target, ref)}"


def wait_for(target: Target, ref: StackRef) -> str:
    """Return the command that waits for a stack, at the service where it is."""
    return " ".join(["calor wait", printable(ref.name), *map(quote, target.options)])


def explain(settled: Settled, collected: Collected | None) -> None:
    """Show what went wrong first, and where it stands in the template."""
    causes = causes_of(settled.tree.failures)
    show_failures(causes, collected)
    reason = str(settled.stack.get("stack_status_reason") or "")
    if not causes and reason:
        click.echo(f"reason: {printable(cut(reason, LONGEST))}", err=True)


def show_failures(causes: list[Failure], collected: Collected | None = None) -> None:
    """Show failures, each with its place in the template if that is at hand."""
    texts = _texts(collected)
    for failure in causes[:SHOWN]:
        _show_failure(failure, collected, texts)
    if len(causes) > SHOWN:
        more = len(causes) - SHOWN
        click.echo(f"and {more} more; see calor resources NAME --status FAILED", err=True)


def _show_failure(failure: Failure, collected: Collected | None, texts: dict[str, bytes]) -> None:
    position, _ = place_of(collected, failure.path) if collected else (None, ())
    name = "/".join(failure.path)
    message = cut(f"{failure.status}: {failure.reason}", LONGEST)
    if position is not None:
        show_problems((Problem(message, (name,), position),), texts)
    else:
        error = click.style("error", fg="red", bold=True)
        click.echo(f"{error}: {printable(name)}: {printable(message)}", err=True)


def _texts(collected: Collected | None) -> dict[str, bytes]:
    if collected is None:
        return {}
    files = (collected.template, *collected.environments, *collected.files.values())
    return {one.name: one.content for one in files}


def show_outputs(outputs: list[dict[str, Any]]) -> None:
    """Print the outputs of a stack, each in a line."""
    if not outputs:
        return
    width = max(len(str(one.get("output_key"))) for one in outputs)
    click.echo(click.style("Outputs", bold=True))
    for one in outputs:
        error = one.get("output_error")
        text = printable(str(error) if error else text_of(one.get("output_value")))
        value = click.style(text, fg="red") if error else text
        click.echo(f"  {printable(str(one.get('output_key'))).ljust(width)}  {value}")
