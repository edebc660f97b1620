"""`calor list`: the stacks there are."""

import click

from calor.cli.options import output_option, service_options
from calor.cli.output.forms import show_items
from calor.cli.output.tables import Column
from calor.cli.output.times import ago
from calor.cli.target import open_target

COLUMNS = (
    Column("NAME", "stack_name"),
    Column("STATUS", "stack_status", is_status=True),
    Column("CREATED", ago("creation_time")),
    Column("UPDATED", ago("updated_time")),
    Column("TAGS", "tags"),
    Column("ID", "id"),
)
NONE = "There are no such stacks. Make one with: calor up TEMPLATE"
PARENT = Column("PARENT", "parent")
PROJECT = Column("PROJECT", "project")


@click.command("list")
@click.option("-a", "--all", "everything", is_flag=True, help="Nested and hidden stacks, too.")
@click.option("--deleted", is_flag=True, help="Deleted stacks, too.")
@click.option("--all-projects", is_flag=True, help="Of all projects; for administrators.")
@click.option("--name", help="Only stacks of this name.")
@click.option("--status", help="Only with this status, such as FAILED or CREATE_COMPLETE.")
@click.option("--tags", metavar="TAG,...", help="Only with all of these tags.")
@click.option("--limit", type=click.IntRange(1), help="How many at most.")
@output_option
@service_options
@click.pass_context
def listing(  # noqa: PLR0913 - one argument an option
    context: click.Context,
    *,
    everything: bool,
    deleted: bool,
    all_projects: bool,
    name: str | None,
    status: str | None,
    tags: str | None,
    limit: int | None,
    form: str,
) -> None:
    """List stacks, newest first."""
    client = open_target(context).client
    query = {
        "show_nested": everything or None,
        "show_hidden": everything or None,
        "show_deleted": deleted or None,
        "global_tenant": all_projects or None,
        "name": name,
        "status": status.upper() if status else None,
        "tags": tags,
    }
    columns = COLUMNS + ((PARENT,) if everything else ()) + ((PROJECT,) if all_projects else ())
    stacks = client.stacks.listed(most=limit, **query)
    show_items(form, columns, stacks, if_none=NONE)
