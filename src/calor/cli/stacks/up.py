"""`calor up`: bring a stack to what its template says."""

from http import HTTPStatus
from typing import Any

import click

from calor.cli.loading import template_options
from calor.cli.options import service_options, wait_option
from calor.cli.plans.reading import plan_of_update
from calor.cli.plans.showing import show_plan
from calor.cli.progress.ending import follow, how_to_go_on, show_outputs, wait_for
from calor.cli.progress.following import DEPTH
from calor.cli.stacks.request import body_of, collected_files, default_name, placed_problems
from calor.cli.target import Target, open_target
from calor.client.faults import Refused
from calor.client.files import Collected
from calor.client.stacks import StackRef, ref_of


@click.command()
@template_options
@click.option("--name", help="The name of the stack; without it, that of the file.")
@click.option("--tags", metavar="TAG,...", help="Tags of the stack, between commas.")
@click.option("--timeout", type=click.IntRange(1), metavar="MINUTES", help="Give up after this.")
@click.option("--rollback/--no-rollback", default=None, help="Go back to what was if it fails.")
@wait_option
@service_options
@click.pass_context
def up(  # noqa: PLR0913 - one argument an option
    context: click.Context,
    template: str,
    *,
    environments: tuple[str, ...],
    parameters: tuple[str, ...],
    name: str | None,
    tags: str | None,
    timeout: int | None,
    rollback: bool | None,
    waits: bool,
) -> None:
    """Create the stack of TEMPLATE, or update it if it is there.

    An update begins with what it will change. Then every step is shown as it
    happens, until the stack is at rest. Ctrl-C ends the watching, not the work.
    The exit status is 3 if the stack fails.
    """
    collected = collected_files(template, environments)
    body = body_of(collected, name or default_name(template), parameters)
    given = {
        "tags": tags,
        "timeout_mins": timeout,
        "disable_rollback": None if rollback is None else not rollback,
    }
    body |= {key: value for key, value in given.items() if value is not None}
    target = open_target(context)
    ref, after = _begin(target, body, collected)
    if not waits:
        _leave(target, ref)
        return
    follow(context, target, ref, after=after, collected=collected)
    show_outputs(target.client.stacks.outputs(ref))


def _begin(
    target: Target, body: dict[str, Any], collected: Collected
) -> tuple[StackRef, str | None]:
    """Ask for the stack; return its names and the last event before."""
    stacks = target.client.stacks
    existing = stacks.find_or_none(body["stack_name"])
    with placed_problems(collected):
        if existing is None:
            # As Heat's clients do: what failed is left to be looked at.
            ref = stacks.create({"disable_rollback": True, **body})
            click.echo(f"Creating stack {ref.name}")
            return ref, None
        ref = ref_of(existing)
        body = {key: value for key, value in body.items() if key != "stack_name"}
        _foretell(target, ref, body)
        after = target.client.events.last(ref, DEPTH)
        stacks.update(ref, body)
        click.echo(f"Updating stack {ref.name}")
    return ref, after


def _foretell(target: Target, ref: StackRef, body: dict[str, Any]) -> None:
    try:
        show_plan(plan_of_update(target.client.stacks.preview_update(ref, body)))
    except Refused as problem:
        if problem.status == HTTPStatus.BAD_REQUEST:
            # What is wrong with the request is told by the update itself.
            return
        click.echo(f"note: what will change cannot be foretold: {problem}", err=True)


def _leave(target: Target, ref: StackRef) -> None:
    if target.is_embedded:
        click.echo(how_to_go_on(target, ref).strip())
    else:
        click.echo(f"The service works on {ref.name}. Follow it with: {wait_for(target, ref)}")
