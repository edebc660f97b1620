"""`calor plan`: see what `up` would do."""

import click

from calor.cli.loading import template_options
from calor.cli.options import output_option, service_options
from calor.cli.output.forms import show_item
from calor.cli.plans.reading import Kind, Plan, plan_of_new, plan_of_update
from calor.cli.plans.showing import as_items, show_plan
from calor.cli.stacks.request import body_of, collected_files, default_name, placed_problems
from calor.cli.target import Target, open_target
from calor.client.stacks import ref_of

CHANGES = 2
"""The exit status that --detailed-exitcode asks for if there is something to do."""


@click.command()
@template_options
@click.option("--name", help="The name of the stack; without it, that of the file.")
@click.option(
    "--detailed-exitcode", "tells", is_flag=True, help="Exit with 2 if something changes."
)
@output_option
@service_options
@click.pass_context
def plan(  # noqa: PLR0913 - one argument an option
    context: click.Context,
    template: str,
    *,
    environments: tuple[str, ...],
    parameters: tuple[str, ...],
    name: str | None,
    tells: bool,
    form: str,
) -> None:
    """Show what `calor up TEMPLATE` would do, and why.

    For each resource that changes: what becomes of it, which properties differ,
    and why it must be replaced if it must. Nothing is changed. The exit status
    is 1 if the update would be refused.
    """
    collected = collected_files(template, environments)
    body = body_of(collected, name or default_name(template), parameters)
    target = open_target(context)
    with placed_problems(collected):
        found = _plan(target, body)
    if form == "table":
        show_plan(found)
    else:
        show_item(form, as_items(found))
    if found.count(Kind.REFUSE):
        context.exit(1)
    if tells and not found.is_empty:
        context.exit(CHANGES)


def _plan(target: Target, body: dict[str, object]) -> Plan:
    stacks = target.client.stacks
    existing = stacks.find_or_none(str(body["stack_name"]))
    if existing is None:
        return plan_of_new(stacks.preview(body))
    body = {key: value for key, value in body.items() if key != "stack_name"}
    return plan_of_update(stacks.preview_update(ref_of(existing), body))
