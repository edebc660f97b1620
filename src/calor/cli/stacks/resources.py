"""`calor resources`: what a stack is made of."""

from typing import Any

import click

from calor.cli.options import depth_option, output_option, service_options, stack_argument
from calor.cli.output.forms import show_item, show_items
from calor.cli.output.tables import Column
from calor.cli.output.times import ago
from calor.cli.plans.showing import shown_type
from calor.cli.stacks.paths import natural, with_paths
from calor.cli.target import open_target
from calor.client.api import Client
from calor.client.decoding import maps_in
from calor.client.stacks import StackRef, ref_of

COLUMNS = (
    Column("RESOURCE", "path"),
    Column("TYPE", lambda one: shown_type(str(one.get("resource_type")))),
    Column("STATUS", "resource_status", is_status=True),
    Column("UPDATED", ago("updated_time")),
    Column("PHYSICAL ID", "physical_resource_id"),
)
REASON = Column("REASON", "resource_status_reason")


@click.command()
@stack_argument
@click.argument("resource", required=False)
@depth_option()
@click.option("--type", "kind", help="Only of this type.")
@click.option("--status", help="Only with this status, such as FAILED.")
@output_option
@service_options
@click.pass_context
def resources(  # noqa: PLR0913 - one argument an option
    context: click.Context,
    stack: str,
    resource: str | None,
    *,
    depth: int,
    kind: str | None,
    status: str | None,
    form: str,
) -> None:
    """List the resources of the stack NAME, or show one RESOURCE with its attributes.

    A RESOURCE in a child stack is named by all names that lead to it: web/0/server.
    """
    client = open_target(context).client
    ref = ref_of(client.stacks.find(stack))
    if resource is not None:
        show_item(form, client.resources.show(*stack_at(client, ref, resource)))
        return
    query = {"nested_depth": depth or None, "type": kind, "status": status and status.upper()}
    listed = client.resources.listed(ref, **query)
    columns = (*COLUMNS, REASON) if status else COLUMNS
    if form == "table":
        ordered = sorted(with_paths(listed, ref), key=lambda one: natural(one[0]))
        listed = [{"path": "/".join(path), **one} for path, one in ordered]
    show_items(form, columns, listed, if_none="There are no such resources.")


def stack_at(client: Client, ref: StackRef, path: str) -> tuple[StackRef, str]:
    """Return the stack that a resource is in, and its name there, by the names that lead to it."""
    *around, name = path.split("/")
    for one in around:
        child = child_of(client.resources.show(ref, one))
        if child is None:
            raise click.ClickException(f"{one} in {path} has no child stack")
        ref = ref_of(client.stacks.find(child))
    return ref, name


def child_of(resource: dict[str, Any]) -> str | None:
    """Return the id of a resource's child stack, if it has one."""
    for link in maps_in(resource.get("links")):
        if link.get("rel") == "nested":
            return str(resource.get("physical_resource_id"))
    return None
