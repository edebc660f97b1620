"""`calor snapshot` and `calor restore`: keep what a stack is, and return to it."""

import click

from calor.cli.options import output_option, service_options, stack_argument, wait_option
from calor.cli.output.forms import show_item, show_items
from calor.cli.output.tables import Column
from calor.cli.output.times import ago
from calor.cli.progress.ending import follow, how_to_go_on
from calor.cli.progress.following import DEPTH
from calor.cli.target import open_target
from calor.client.stacks import ref_of

COLUMNS = (
    Column("NAME", "name"),
    Column("STATUS", "status", is_status=True),
    Column("CREATED", ago("creation_time")),
    Column("ID", "id"),
)


@click.group()
def snapshot() -> None:
    """Keep what a stack is now, to return to it with `calor restore`."""


@snapshot.command()
@stack_argument
@click.argument("label", required=False)
@wait_option
@service_options
@click.pass_context
def take(context: click.Context, stack: str, label: str | None, *, waits: bool) -> None:
    """Take a snapshot of the stack NAME, under the name LABEL."""
    target = open_target(context)
    ref = ref_of(target.client.stacks.find(stack))
    after = target.client.events.last(ref, DEPTH)
    taken = target.client.snapshots.take(ref, label)
    if waits:
        follow(context, target, ref, after=after)
    known = str(taken.get("id"))
    click.echo(f"Snapshot {known}; return to it with: calor restore {ref.name} {known}")


@snapshot.command("list")
@stack_argument
@output_option
@service_options
@click.pass_context
def list_(context: click.Context, stack: str, *, form: str) -> None:
    """List the snapshots of the stack NAME."""
    client = open_target(context).client
    show_items(
        form,
        COLUMNS,
        client.snapshots.listed(ref_of(client.stacks.find(stack))),
        if_none="There are no snapshots.",
    )


@snapshot.command()
@stack_argument
@click.argument("snapshot_id", metavar="ID")
@output_option
@service_options
@click.pass_context
def show(context: click.Context, stack: str, snapshot_id: str, *, form: str) -> None:
    """Show the snapshot ID of the stack NAME, with all that it keeps."""
    client = open_target(context).client
    ref = ref_of(client.stacks.find(stack))
    show_item(form, client.snapshots.show(ref, snapshot_id))


@snapshot.command()
@stack_argument
@click.argument("snapshot_id", metavar="ID")
@service_options
@click.pass_context
def delete(context: click.Context, stack: str, snapshot_id: str) -> None:
    """Delete the snapshot ID of the stack NAME."""
    client = open_target(context).client
    client.snapshots.delete(ref_of(client.stacks.find(stack)), snapshot_id)
    click.echo(f"Snapshot {snapshot_id} is deleted.")


@click.command()
@stack_argument
@click.argument("snapshot_id", metavar="ID")
@wait_option
@service_options
@click.pass_context
def restore(context: click.Context, stack: str, snapshot_id: str, *, waits: bool) -> None:
    """Return the stack NAME to what it was at the snapshot ID."""
    target = open_target(context)
    ref = ref_of(target.client.stacks.find(stack))
    after = target.client.events.last(ref, DEPTH)
    target.client.snapshots.restore(ref, snapshot_id)
    if waits:
        follow(context, target, ref, after=after)
    else:
        click.echo(how_to_go_on(target, ref).strip())
